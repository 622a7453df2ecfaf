import type { Message } from '#protocol/entities/entities.ts';
import { ChangeMenu } from './ChangeMenu.tsx';
import { DeleteQuestion } from './DeleteQuestion.tsx';
import { EditedMark } from './EditedMark.tsx';
import { EditForm } from './EditForm.tsx';

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
