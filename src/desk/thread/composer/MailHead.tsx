import { createLazy } from '#ui/createLazy.tsx';
import { loadLate } from '../../common/loadLate.ts';
import type { Conversation } from '../../conversations/conversation.ts';

const MailFields = createLazy(
	async () => (await loadLate(() => import('../compose/ComposeDialog.tsx'))).MailFields,
	() => null,
);

/** Above an answer that goes out by mail. */
export function MailHead({ conversation }: { conversation: Conversation }) {
	const { mailAddress } = conversation;
	return mailAddress !== undefined && <MailFields conversation={conversation} address={mailAddress} />;
}
