import { useLingui } from '@lingui/react/macro';

/** What the kinds of mails are called; those that are not in it belong to no account. */
export function useMailNames(): Readonly<Record<string, string>> {
	const { t } = useLingui();
	const toAgent = t`Notification`;
	return {
		transcript: t`Transcript`,
		answers: t`Unread replies`,
		rating: t`Rating request`,
		agent_conversation_creation: toAgent,
		agent_assigned_conversation_new_message: toAgent,
		agent_conversation_assignment: toAgent,
	};
}
