import { useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { atom } from 'jotai/vanilla';
import { useEffect, useMemo } from 'react';
import type { Message } from '#protocol/entities.ts';
import { QuoteButton } from '#ui/quotes/QuoteButton.tsx';
import { findQuoted, jumpTo, loadQuoted } from './quoted.ts';
import { useSummary } from './useSummary.ts';

interface Props {
	/** Display id of the conversation. */
	conversationId: number;
	/** Id of the quoted message. */
	id: number;
}

/** Above an answer: the message that it quotes, as a button that scrolls to it. */
export function QuoteOf({ conversationId, id }: Props) {
	const message = useAtomValue(useMemo(() => atom((get) => findQuoted(get, conversationId, id)), [conversationId, id]));
	const load = useSetAtom(loadQuoted);
	const isKnown = message !== undefined;

	useEffect(() => {
		if (!isKnown) void load(conversationId, id);
	}, [isKnown, conversationId, id, load]);

	return message && <KnownQuote message={message} />;
}

function KnownQuote({ message }: { message: Message }) {
	const { t } = useLingui();
	const jump = useSetAtom(jumpTo);
	return (
		<QuoteButton
			author={message.sender?.name ?? t`Automatic message`}
			summary={useSummary(message)}
			onPress={() => void jump(message.conversation_id, message.id)}
		/>
	);
}
