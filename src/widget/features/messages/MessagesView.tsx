import { Announcer } from './Announcer.tsx';
import { Composer } from './Composer.tsx';
import { MessageList } from './MessageList.tsx';
import styles from './MessagesView.module.css';

/** Route `/messages`: the conversation and what the visitor adds to it. */
export function MessagesView() {
	return (
		<main className={styles['view']}>
			<MessageList />
			<Announcer />
			<Composer />
		</main>
	);
}
