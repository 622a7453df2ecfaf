/** The form with what is known of a contact. Loaded with the first correction or addition. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { useRef, useState, type ReactNode } from 'react';
import { CONTACT_EMAIL, CONTACT_PHONE } from '#protocol/entities/contactForms.ts';
import { NAME_MAX } from '#protocol/base/limits.ts';
import type { Visitor } from '../../conversations/conversation.ts';
import { closeDialog, FormDialog } from '../../form/FormDialog.tsx';
import { TextField } from '../../form/TextField.tsx';
import { useForm } from '../../form/useForm.ts';
import { changeContact, type ContactFacts } from './contacts.ts';

export function EditContactDialog({ visitor, onClose }: { visitor: Visitor; onClose: () => void }) {
	const change = useSetAtom(changeContact);
	return (
		<ContactFormDialog
			title={<Trans>Edit contact</Trans>}
			facts={factsOf(visitor)}
			save={(changes) => change(visitor.id, changes)}
			onClose={onClose}
		/>
	);
}

interface Props {
	title: ReactNode;
	/** What is known when the dialog opens. */
	facts: ContactFacts;
	/** Whether the list of contacts has to find them: it has those with an address or a number. */
	isListed?: boolean;
	/** Rejects with a RequestError. */
	save: (changes: Partial<ContactFacts>) => Promise<void>;
	/** Called when it is saved, or closed. */
	onClose: () => void;
}

export function ContactFormDialog({ title, facts, isListed = false, save, onClose }: Props) {
	const { t } = useLingui();
	const place = useRef<HTMLDivElement>(null);
	// Events may tell other facts while the form is open: only what the agent has changed is saved.
	const [initial] = useState(facts);
	const taken = t`Another contact already uses this. You can merge the two.`;
	const form = useForm({
		initial,
		check: ({ name, email, phone_number }) => ({
			name: name.trim() ? undefined : t`Required`,
			email:
				isListed && !email.trim() && !phone_number.trim()
					? t`Required`
					: isEmptyOr(CONTACT_EMAIL, email.trim())
						? undefined
						: t`Please enter a valid email address`,
			phone_number: isEmptyOr(CONTACT_PHONE, digitsOf(phone_number)) ? undefined : t`Please enter a valid phone number`,
		}),
		save: (values) => save(changesOf(initial, values)),
		refusals: {
			email: taken,
			phone_number: taken,
			base: t`This contact also writes on websites that you have no access to. Ask an administrator to change the email address or the phone number.`,
		},
		onSaved: () => closeDialog(place),
	});
	return (
		<FormDialog title={title} form={form} place={place} onClose={onClose}>
			<TextField form={form} name="name" label={t`Full name`} isRequired maxLength={NAME_MAX} />
			<TextField form={form} name="email" type="email" label={t`Email address`} maxLength={NAME_MAX} />
			<TextField
				form={form}
				name="phone_number"
				type="tel"
				label={t`Phone number`}
				hint={t`Start with + and the country code.`}
				maxLength={NAME_MAX}
			/>
			<TextField form={form} name="company" label={t`Company`} maxLength={NAME_MAX} />
		</FormDialog>
	);
}

function isEmptyOr(form: RegExp, text: string): boolean {
	return text === '' || form.test(text);
}

function factsOf({ name, email, phone_number, additional_attributes }: Visitor): ContactFacts {
	const company = additional_attributes['company_name'];
	return {
		name,
		email: email ?? '',
		phone_number: phone_number ?? '',
		company: typeof company === 'string' ? company : '',
	};
}

function changesOf(initial: ContactFacts, { name, email, phone_number, company }: ContactFacts): Partial<ContactFacts> {
	const values = {
		name: name.trim(),
		email: email.trim(),
		phone_number: digitsOf(phone_number),
		company: company.trim(),
	};
	const changed = Object.entries(values).filter(([key, value]) => value !== initial[key as keyof ContactFacts]);
	return Object.fromEntries(changed);
}

/** The number as the server takes it, without what people write between its digits. */
function digitsOf(phone: string): string {
	return phone.replace(/[\s()./-]+/g, '');
}
