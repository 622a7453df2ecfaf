// chunk: MessageList
import { Offers } from '../../features/articles/Offers.tsx';
import { MessageList } from './MessageList.tsx';

/** The messages, and what is offered while the visitor writes the first one. */
export function History() {
	return (
		<>
			<MessageList />
			<Offers />
		</>
	);
}
