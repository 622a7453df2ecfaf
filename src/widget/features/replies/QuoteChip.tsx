import { useLingui } from '@lingui/react/macro';
import { atom } from 'jotai/vanilla';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect, useMemo } from 'react';
import { isFromVisitor } from '#protocol/entities.ts';
import { useIdentity } from '../messages/useIdentity.ts';
import { Quote } from './Quote.tsx';
import styles from './QuoteChip.module.css';
import { findQuoted, jumpTo, loadQuoted } from './quoted.ts';

/** On the bubble of an answer: the quoted message, as a button that scrolls to it. */
export function QuoteChip({ id }: { id: number }) {
	const { t } = useLingui();
	const message = useAtomValue(useMemo(() => atom((get) => findQuoted(get, id)), [id]));
	const load = useSetAtom(loadQuoted);
	const jump = useSetAtom(jumpTo);
	const identify = useIdentity();
	const isKnown = message !== undefined;

	useEffect(() => {
		if (!isKnown) void load(id);
	}, [isKnown, id, load]);

	if (!message) return null;
	return (
		<button type="button" className={styles.chip} onClick={() => void jump(id)}>
			<span data-visually-hidden>{t`Replying to:`}</span>
			<span className={styles.name}>{isFromVisitor(message) ? t`You` : identify(message.sender).name}</span>
			<Quote message={message} />
		</button>
	);
}
