import { useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { formatTimeAt } from '../../common/time.ts';

const MINUTE = 60_000;

/** What the visitor's clock shows. @param offset minutes ahead of UTC */
export function LocalTime({ offset }: { offset: number }) {
	const { i18n } = useLingui();
	const [now, setNow] = useState(() => new Date());
	useEffect(() => {
		const timer = setTimeout(() => setNow(new Date()), MINUTE - (Date.now() % MINUTE));
		return () => clearTimeout(timer);
	}, [now]);
	return formatTimeAt(offset, i18n.locale, now);
}
