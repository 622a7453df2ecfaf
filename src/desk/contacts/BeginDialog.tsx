/** Begins a conversation with a contact. Loaded when it is first opened. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useCallback, useRef } from 'react';
import { CONTENT_MAX } from '#protocol/base/limits.ts';
import { websitesAtom } from '../account/account.ts';
import { conversationHref } from '../common/route.ts';
import { closeDialog, FormDialog } from '../form/FormDialog.tsx';
import { TextField } from '../form/TextField.tsx';
import { useForm } from '../form/useForm.ts';
import { ChoiceField } from '../settings/fields/ChoiceField.tsx';
import { useFresh } from '../common/useFresh.ts';
import { beginConversation, loadSessions, wayTo, type Way } from './beginConversation.ts';

interface Props {
	contactId: number;
	/** The website of the conversation before, where there is one. */
	lastInboxId: number | undefined;
	onClose: () => void;
}

export function BeginDialog({ contactId, lastInboxId, onClose }: Props) {
	const { t } = useLingui();
	const place = useRef<HTMLDivElement>(null);
	const websites = useAtomValue(websitesAtom);
	const begin = useSetAtom(beginConversation);
	const read = useSetAtom(loadSessions);
	const { value: contact } = useFresh(useCallback(() => read(contactId), [read, contactId]));
	const first = websites.find(({ id }) => id === lastInboxId) ?? websites[0];
	const form = useForm({
		initial: { inbox_id: String(first?.id), content: '' },
		check: ({ content }) => ({ content: content.trim() ? undefined : t`Required` }),
		save: async ({ inbox_id, content }) => {
			location.hash = conversationHref(await begin(contactId, Number(inbox_id), content.trim()));
		},
		onSaved: () => closeDialog(place),
	});
	const website = websites.find(({ id }) => String(id) === form.values.inbox_id);
	const hints: Record<Way, string> = {
		chatOrMail: t`The visitor sees it in the chat, or gets it by email if they are not there.`,
		chat: t`The visitor sees it in the chat. It is not emailed.`,
		nowhere: t`The visitor will not see it: they have not used this website’s chat yet, and it is not emailed.`,
	};
	return (
		<FormDialog
			title={<Trans>Start a new conversation</Trans>}
			form={form}
			place={place}
			action={<Trans>Send</Trans>}
			onClose={onClose}
		>
			{websites.length > 1 && (
				<ChoiceField
					form={form}
					name="inbox_id"
					label={t`Website`}
					options={websites.map(({ id, name }) => [String(id), name])}
				/>
			)}
			<TextField
				form={form}
				name="content"
				label={t`Message`}
				hint={contact && website && hints[wayTo(contact, website)]}
				isRequired
				rows={5}
				maxLength={CONTENT_MAX}
			/>
		</FormDialog>
	);
}
