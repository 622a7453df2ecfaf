import { Trans, useLingui } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import type { ReactNode } from 'react';
import type {
	ChangedMailServer,
	MailChange,
	MailPart,
	MailSetup,
	StoredMail,
} from '#protocol/application/mailRoutes.ts';
import { DeskForm } from '../../form/DeskForm.tsx';
import { TextField } from '../../form/TextField.tsx';
import { useForm, type Form } from '../../form/useForm.ts';
import { ProblemBox } from '../../common/ProblemBox.tsx';
import { ChoiceField } from '../fields/ChoiceField.tsx';
import { FieldGroup } from '../fields/FieldGroup.tsx';
import { SwitchField } from '../fields/SwitchField.tsx';
import { changeMail } from './mail.ts';
import styles from './MailForm.module.css';

type ServerName = 'smtp' | 'imap';
type ServerField = 'host' | 'port' | 'security' | 'user' | 'password';
const SERVERS: readonly ServerName[] = ['smtp', 'imap'];
/** A name or an IP address, or nothing. */
const HOST = /^[^\s/@]*$/;
/** Nothing stands for the usual one. */
const PORT = /^(?:[1-9]\d{0,4})?$/;
/** The name under which DNS has the first key. */
const NEW_KEY = { selector: 'chat' };
type Values = Record<'sender' | 'reply_to' | `${ServerName}.${ServerField}` | 'imap.folder', string> & {
	dkim: boolean;
};

interface Props {
	setup: MailSetup;
	stored: StoredMail;
	onSaved: () => void;
}

/** Sender, mail server and mailbox, as far as the server's environment leaves them open. */
export function MailForm({ setup: { from_environment, unreadable }, stored, onSaved }: Props) {
	const { t } = useLingui();
	const save = useSetAtom(changeMail);
	const isOpen = (part: MailPart) => !from_environment.includes(part);
	const isSigned = stored.dkim !== null && !unreadable.includes('dkim');
	const inClear = t`Without encryption no password is sent.`;
	const missing = t`Enter the password of this server and user.`;
	const isPrivate = t`Servers in the server’s own network are not allowed.`;
	const form = useForm<Values, MailSetup>({
		initial: {
			sender: stored.sender ?? '',
			reply_to: stored.reply_to ?? '',
			...valuesOf('smtp', stored),
			...valuesOf('imap', stored),
			'imap.folder': stored.imap?.folder ?? '',
			dkim: isSigned,
		},
		check: (values) => {
			const wrong = t`The server does not accept this value.`;
			return Object.fromEntries(
				SERVERS.flatMap((name) => [
					[`${name}.host`, HOST.test(values[`${name}.host`].trim()) ? undefined : wrong],
					[`${name}.port`, PORT.test(values[`${name}.port`].trim()) ? undefined : wrong],
				]),
			);
		},
		save: async (values) => {
			const saved = await save({
				...changeOf(values, isOpen),
				...(values.dkim !== isSigned && { dkim: values.dkim ? (stored.dkim ?? NEW_KEY) : null }),
			});
			onSaved();
			return saved;
		},
		afterSaving: { 'smtp.password': '', 'imap.password': '' },
		refusals: {
			'smtp.password': missing,
			'imap.password': missing,
			'smtp.security': inClear,
			'imap.security': inClear,
			'smtp.private': isPrivate,
			'imap.private': isPrivate,
		},
	});
	return (
		<DeskForm form={form}>
			{isOpen('sender') && (
				<TextField
					form={form}
					name="sender"
					label={t({ context: 'email', message: 'Sender' })}
					placeholder="Shop <chat@shop.example>"
					maxLength={320}
				/>
			)}
			{isOpen('smtp') && (
				<FieldGroup label={t`Mail server`} error={undefined}>
					{unreadable.includes('smtp') && <Unreadable />}
					<ServerFields form={form} of="smtp" hasPassword={stored.smtp?.has_password} />
				</FieldGroup>
			)}
			{isOpen('dkim') && (
				<SwitchField
					form={form}
					name="dkim"
					label={t`Sign emails with a key of your own (DKIM)`}
					hint={
						unreadable.includes('dkim') ? (
							<Trans>The stored key cannot be read any more. Turn this on to create another.</Trans>
						) : (
							<Trans>Most mail providers sign emails themselves. Turn this on only if yours does not.</Trans>
						)
					}
				/>
			)}
			{isOpen('reply_to') && (
				<TextField form={form} name="reply_to" type="email" label={t`Address for replies`} maxLength={254} />
			)}
			{isOpen('imap') && (
				<FieldGroup label={t`Mailbox for replies`} error={undefined}>
					{unreadable.includes('imap') && <Unreadable />}
					<ServerFields form={form} of="imap" hasPassword={stored.imap?.has_password} />
				</FieldGroup>
			)}
		</DeskForm>
	);
}

function Unreadable(): ReactNode {
	return (
		<ProblemBox isNews={false}>
			<Trans>The stored password cannot be read any more. Enter it again.</Trans>
		</ProblemBox>
	);
}

function ServerFields({
	form,
	of,
	hasPassword,
}: {
	form: Form<Values>;
	of: ServerName;
	hasPassword: boolean | undefined;
}) {
	const { t } = useLingui();
	return (
		<div className={styles.server}>
			<TextField
				form={form}
				name={`${of}.host`}
				label={t`Server name`}
				placeholder={`${of}.provider.example`}
				isCode
				maxLength={253}
			/>
			<ChoiceField
				form={form}
				name={`${of}.security`}
				label={t`Encryption`}
				options={[
					['tls', 'TLS'],
					['starttls', 'STARTTLS'],
					['none', t({ context: 'encryption', message: 'None' })],
				]}
			/>
			<TextField
				form={form}
				name={`${of}.port`}
				label={t`Port`}
				placeholder={String(PORTS[of][form.values[`${of}.security`]])}
				isCode
				maxLength={5}
			/>
			<TextField form={form} name={`${of}.user`} label={t`User name`} isCode maxLength={320} />
			<TextField
				form={form}
				name={`${of}.password`}
				type="password"
				label={t`Password`}
				hint={hasPassword && t`Stored. Type only to replace it.`}
				autoComplete="new-password"
				maxLength={1000}
			/>
			{of === 'imap' && (
				<TextField form={form} name="imap.folder" label={t`Folder`} placeholder="INBOX" isCode maxLength={255} />
			)}
		</div>
	);
}

const PORTS: Record<ServerName, Record<string, number>> = {
	smtp: { tls: 465, starttls: 587, none: 25 },
	imap: { tls: 993, starttls: 143, none: 143 },
};

function valuesOf<N extends ServerName>(name: N, stored: StoredMail): Record<`${N}.${ServerField}`, string> {
	const server = stored[name];
	return {
		[`${name}.host`]: server?.host ?? '',
		[`${name}.port`]: server ? String(server.port) : '',
		[`${name}.security`]: server?.security ?? 'tls',
		[`${name}.user`]: server?.user ?? '',
		[`${name}.password`]: '',
	} as Record<`${N}.${ServerField}`, string>;
}

/** Only what the environment leaves open. A server without a name is none. */
function changeOf(values: Values, isOpen: (part: MailPart) => boolean): MailChange {
	return {
		...(isOpen('sender') && { sender: values.sender.trim() || null }),
		...(isOpen('reply_to') && { reply_to: values.reply_to.trim() || null }),
		...(isOpen('smtp') && { smtp: serverOf('smtp', values) }),
		...(isOpen('imap') && { imap: mailboxOf(values) }),
	};
}

function mailboxOf(values: Values): MailChange['imap'] {
	const server = serverOf('imap', values);
	return server && { ...server, folder: values['imap.folder'].trim() || 'INBOX' };
}

function serverOf(name: ServerName, values: Values): ChangedMailServer | null {
	const host = values[`${name}.host`].trim();
	if (host === '') return null;
	const security = values[`${name}.security`] as ChangedMailServer['security'];
	const password = values[`${name}.password`];
	return {
		host,
		port: Number(values[`${name}.port`]) || (PORTS[name][security] ?? 0),
		security,
		user: values[`${name}.user`].trim() || null,
		...(password !== '' && { password }),
	};
}
