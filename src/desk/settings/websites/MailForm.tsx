import { useLingui } from '@lingui/react/macro';
import { MAIL_ADDRESS } from '#protocol/entities/contactForms.ts';
import { DeskForm } from '../../form/DeskForm.tsx';
import { TextField } from '../../form/TextField.tsx';
import { useForm } from '../../form/useForm.ts';
import type { WebsiteFormProps } from './websiteForm.ts';

/** The website's own address, to which customers write. */
export function MailForm({ inbox, save }: WebsiteFormProps) {
	const { t } = useLingui();
	const variable = '{{agent.name}}';
	const form = useForm({
		initial: { email: inbox.email ?? '', email_signature: inbox.email_signature ?? '' },
		check: ({ email }) => ({
			email: !email.trim() || MAIL_ADDRESS.test(email.trim()) ? undefined : t`Please enter a valid email address`,
		}),
		etag: inbox.etag,
		save: ({ email, email_signature }, etag) =>
			save({ email: email.trim() || null, email_signature: email_signature.trim() || null }, etag),
		refusals: { email: t`Another website has this address.` },
	});
	return (
		<DeskForm form={form}>
			<TextField
				form={form}
				name="email"
				type="email"
				label={t`Email address`}
				hint={t`Emails to this address begin conversations here. They have to arrive in the mailbox that is set up under Email.`}
			/>
			<TextField
				form={form}
				name="email_signature"
				label={t`Signature`}
				hint={t`Below what agents answer by email. ${variable} stands for their name.`}
				rows={3}
				hasVariables
				maxLength={2_000}
			/>
		</DeskForm>
	);
}
