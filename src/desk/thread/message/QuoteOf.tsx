import { useLingui } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import type { Message } from '#protocol/entities/entities.ts';
import { QuoteButton } from '#ui/quotes/QuoteButton.tsx';
import { jumpTo } from '../model/quoted.ts';
import { useQuoted } from '../model/useQuoted.ts';
import { useSummary } from '../../conversations/useSummary.ts';

interface Props {
	/** Display id of the conversation. */
	conversationId: number;
	/** Id of the quoted message. */
	id: number;
}

/** Above an answer: the message that it quotes, as a button that scrolls to it. */
export function QuoteOf({ conversationId, id }: Props) {
	const message = useQuoted(conversationId, id);
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
