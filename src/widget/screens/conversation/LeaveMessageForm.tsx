import { useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { beginningOf } from '#protocol/base/characters.ts';
import { MESSAGE_MAX } from '#protocol/base/limits.ts';
import { focusWhenEntered } from '#ui/focusWhenEntered.ts';
import { InputField } from '#ui/form/InputField.tsx';
import { TextAreaField } from '#ui/form/TextAreaField.tsx';
import { SubmitButton } from '#ui/SubmitButton.tsx';
import { isEmailAddress } from '../../features/contact/emailAddress.ts';
import { hostAtom } from '../../features/host/host.ts';
import {
	askForAddress,
	leaveMessage,
	leavingStateAtom,
	leftFactsAtom,
	typeFact,
} from '../../features/leaving/leaveMessage.ts';
import { draftAtom, writeDraft } from '../../features/messages/draft.ts';
import styles from './LeaveMessageForm.module.css';

/**
 * In place of the composer: name, address and message. Errors are shown after the first attempt to
 * send.
 */
export function LeaveMessageForm() {
	const { t } = useLingui();
	const { name, email } = useAtomValue(leftFactsAtom);
	const draft = useAtomValue(draftAtom);
	const state = useAtomValue(leavingStateAtom);
	const { isOpen } = useAtomValue(hostAtom);
	const type = useSetAtom(typeFact);
	const write = useSetAtom(writeDraft);
	const leave = useSetAtom(leaveMessage);
	const ask = useSetAtom(askForAddress);
	const [isChecked, setIsChecked] = useState(false);
	const form = useRef<HTMLFormElement>(null);

	useEffect(() => void ask(), [ask]);
	// On a touch screen, focusing a field would open the keyboard over what the visitor came to
	// read.
	useEffect(() => {
		const isWanted = isOpen && !matchMedia('(pointer: coarse)').matches;
		return isWanted ? focusWhenEntered(form.current?.querySelector<HTMLElement>('input')) : undefined;
	}, [isOpen]);

	const label = t`Message`;
	const problems = {
		email: isEmailAddress(email.trim())
			? undefined
			: email.trim() === ''
				? t`Email Address is required`
				: t`Please enter a valid email address`,
		message: draft.trim() === '' ? t`${{ label }} is required` : undefined,
	};

	function handleSubmit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		setIsChecked(true);
		const wrong = problems.email ? 'email' : problems.message ? 'message' : undefined;
		const control = wrong && event.currentTarget.elements.namedItem(wrong);
		if (control instanceof HTMLElement) control.focus();
		if (!wrong) void leave();
	}

	return (
		<form ref={form} className={styles.form} noValidate aria-label={t`Leave us a message`} onSubmit={handleSubmit}>
			<p className={styles.intro}>
				<strong>{t`Leave us a message`}</strong> {t`The team will reply to you by email.`}
			</p>
			<InputField
				name="name"
				label={t`Full Name`}
				type="text"
				inputMode={undefined}
				isRequired={false}
				placeholder=""
				autoComplete="name"
				value={name}
				error={undefined}
				onType={(text) => type('name', text)}
			/>
			<InputField
				name="email"
				label={t`Email Address`}
				type="email"
				inputMode={undefined}
				isRequired
				placeholder=""
				autoComplete="email"
				value={email}
				error={isChecked ? problems.email : undefined}
				onType={(text) => type('email', text)}
			/>
			<TextAreaField
				name="message"
				label={label}
				placeholder={t`Type your message`}
				isRequired
				rows={3}
				value={draft}
				error={isChecked ? problems.message : undefined}
				onType={(text) => write(beginningOf(text, MESSAGE_MAX))}
			/>
			<div role="alert" className={styles.failure}>
				{state === 'failed' && t`Couldn't send, try again`}
			</div>
			<SubmitButton isBusy={state === 'sending'}>{t`Send message`}</SubmitButton>
		</form>
	);
}
