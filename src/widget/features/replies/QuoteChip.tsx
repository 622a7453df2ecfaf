import { useLingui } from '@lingui/react/macro';
import { atom } from 'jotai/vanilla';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect, useMemo } from 'react';
import { isFromVisitor, type Message } from '#protocol/entities/entities.ts';
import { QuoteButton } from '#ui/quotes/QuoteButton.tsx';
import { useIdentity } from '../messages/useIdentity.ts';
import { useSummary } from '../messages/useSummary.ts';
import { findQuoted, jumpTo, loadQuoted } from './quoted.ts';

/** On the bubble of an answer: the quoted message, as a button that scrolls to it. */
export function QuoteChip({ id }: { id: number }) {
	const message = useAtomValue(useMemo(() => atom((get) => findQuoted(get, id)), [id]));
	const load = useSetAtom(loadQuoted);
	const isKnown = message !== undefined;

	useEffect(() => {
		if (!isKnown) void load(id);
	}, [isKnown, id, load]);

	return message && <KnownQuote message={message} />;
}

function KnownQuote({ message }: { message: Message }) {
	const { t } = useLingui();
	const jump = useSetAtom(jumpTo);
	const identify = useIdentity();
	return (
		<QuoteButton
			author={isFromVisitor(message) ? t`You` : identify(message.sender).name}
			summary={useSummary(message)}
			onPress={() => void jump(message.id)}
		/>
	);
}
