/** Above the answer in a conversation that began by mail: where it goes, and as what. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useId } from 'react';
import { MAIL_ADDRESS } from '#protocol/entities/contactForms.ts';
import { copiesOf } from '#protocol/entities/mailCopies.ts';
import { answerSubject } from '#protocol/entities/answerSubject.ts';
import { websitesAtom } from '../../account/account.ts';
import type { Conversation } from '../../conversations/conversation.ts';
import { changeDraft, draftOfAtom } from '../model/drafts.ts';
import { knownThreadsAtom } from '../model/thread.ts';
import styles from './MailFields.module.css';

interface Props {
	conversation: Conversation;
	/** To which the answer goes. */
	address: string;
}

export function MailFields({ conversation: { id, inboxId, additionalAttributes }, address }: Props) {
	const { t } = useLingui();
	const cc = useId();
	const draft = useAtomValue(draftOfAtom)(id);
	const messages = useAtomValue(knownThreadsAtom).get(id)?.messages ?? [];
	const website = useAtomValue(websitesAtom).find((one) => one.id === inboxId);
	const change = useSetAtom(changeDraft);
	const value = draft.cc ?? copiesOf(messages, address, website?.email).join(', ');
	const wrong = value
		.split(',')
		.map((one) => one.trim())
		.find((one) => one !== '' && !MAIL_ADDRESS.test(one));
	const error = wrong === undefined ? '' : t`Not an email address: ${wrong}`;
	return (
		<dl className={styles.fields}>
			<dt>
				<Trans context="email">To</Trans>
			</dt>
			<dd>
				<bdi>{address}</bdi>
			</dd>
			<dt>
				<label htmlFor={cc}>Cc</label>
			</dt>
			<dd>
				<input
					id={cc}
					ref={(field) => field?.setCustomValidity(error)}
					type="text"
					inputMode="email"
					dir="ltr"
					autoComplete="off"
					spellCheck={false}
					autoCapitalize="none"
					value={value}
					aria-invalid={error !== ''}
					aria-describedby={`${cc}-error`}
					onChange={({ target }) => change(id, { cc: target.value })}
				/>
				<p id={`${cc}-error`} className={styles.error}>
					{error}
				</p>
			</dd>
			<dt>
				<Trans>Subject</Trans>
			</dt>
			<dd>
				<bdi>{answerSubject(additionalAttributes, website?.name ?? '')}</bdi>
			</dd>
		</dl>
	);
}
