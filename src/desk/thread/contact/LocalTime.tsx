import { useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai/react';
import { minuteAtom } from '#models/minute.ts';
import { formatTimeAt } from '../../common/time.ts';

/** What the visitor's clock shows. @param offset minutes ahead of UTC */
export function LocalTime({ offset }: { offset: number }) {
	const { i18n } = useLingui();
	return formatTimeAt(offset, i18n.locale, new Date(useAtomValue(minuteAtom)));
}
