import type { Message } from '#protocol/entities/entities.ts';
import { ChangeMenu } from './ChangeMenu.tsx';
import { DeleteQuestion } from './DeleteQuestion.tsx';
import { EditForm } from './EditForm.tsx';
import { useLingui } from '@lingui/react/macro';
import styles from './EditedMark.module.css';

interface Props {
	message: Message;
	part: 'menu' | 'form' | 'question' | 'mark';
	/** Until when the menu is offered, in milliseconds since the epoch. */
	till?: number;
}

/**
 * What a visitor changes of their own message. All of it loads with the menu, so that an entry
 * works without a network, too.
 */
export function MessageChange({ message, part, till = 0 }: Props) {
	if (part === 'menu') return <ChangeMenu id={message.id} hasText={Boolean(message.content)} till={till} />;
	if (part === 'form') return <EditForm message={message} />;
	return part === 'question' ? <DeleteQuestion id={message.id} /> : <EditedMark />;
}

/** Below a message whose text its author has changed. */
function EditedMark() {
	const { t } = useLingui();
	return <p className={styles.mark}>{t({ message: 'Edited', context: 'message' })}</p>;
}
