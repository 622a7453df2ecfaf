import type { Message } from '#protocol/entities/entities.ts';
import { ReplyBar } from '#ui/quotes/ReplyBar.tsx';
import { useQuoted } from '../model/useQuoted.ts';
import { useSummary } from '../../conversations/useSummary.ts';
import styles from './ReplyTo.module.css';

interface Props {
	/** Display id of the conversation. */
	conversationId: number;
	/** Id of the message that the next one answers. */
	id: number;
	onCancel: () => void;
}

/** Above the text: the message that the next one answers. */
export function ReplyTo({ conversationId, id, onCancel }: Props) {
	const message = useQuoted(conversationId, id);
	return message && <KnownMessage message={message} onCancel={onCancel} />;
}

function KnownMessage({ message, onCancel }: { message: Message; onCancel: () => void }) {
	return (
		<div className={styles.place}>
			<ReplyBar summary={useSummary(message)} onCancel={onCancel} />
		</div>
	);
}
