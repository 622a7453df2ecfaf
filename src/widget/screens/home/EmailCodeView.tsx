import { useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { FieldFrame } from '#ui/form/FieldFrame.tsx';
import { InputField } from '#ui/form/InputField.tsx';
import { ListCard } from '#ui/ListCard.tsx';
import { SubmitButton } from '#ui/SubmitButton.tsx';
import { isEmailAddress } from '../../features/contact/emailAddress.ts';
import {
	askForEmailAddress,
	cancelEmailCode,
	CODE_LENGTH,
	confirmEmailCode,
	emailCodeAtom,
	isEmailCodeOfferedAtom,
	prepareEmailCode,
	requestEmailCode,
	typeEmailAddress,
	typeEmailCode,
} from '../../features/emailCode/emailCode.ts';
import styles from './EmailCodeView.module.css';

interface Props {
	/** With which the form begins; without one, it waits to be asked for. */
	email: string | undefined;
}

/** At the end of home: the way to conversations that the visitor has had on another device. */
export function EmailCodeView({ email }: Props) {
	const { t } = useLingui();
	const isOffered = useAtomValue(isEmailCodeOfferedAtom);
	const { step, mailed } = useAtomValue(emailCodeAtom);
	const prepare = useSetAtom(prepareEmailCode);
	const ask = useSetAtom(askForEmailAddress);
	const view = useRef<HTMLDivElement>(null);
	/** What was shown before. */
	const shown = useRef({ step, mailed });

	useEffect(() => void prepare(), [prepare]);
	useEffect(() => {
		if (email !== undefined) ask(email);
	}, [email, ask]);

	// Each step takes the place of the one that had the focus.
	useEffect(() => {
		const before = shown.current;
		shown.current = { step, mailed };
		if (step === before.step && mailed === before.mailed) return;
		const home = view.current?.closest('main');
		view.current?.querySelector<HTMLElement>('input, button')?.focus();
		// Where nothing is left, the list of what was found may have taken it, or does so later.
		if (document.activeElement === document.body) home?.focus();
		if (step === 'found') home?.scrollTo(0, 0);
		else view.current?.scrollIntoView({ block: 'nearest' });
	}, [step, mailed]);

	if (!isOffered) return null;
	return (
		<div ref={view} className={styles.place}>
			{step === 'offer' && (
				<button type="button" className={styles.offer} onClick={() => ask('')}>
					{t`Have you written to us before?`}
				</button>
			)}
			{(step === 'address' || step === 'code') && (
				<ListCard title={t`See your conversations on this device`}>
					{step === 'address' ? <AddressForm /> : <CodeForm />}
				</ListCard>
			)}
			<p role="status" className={styles.done}>
				{step === 'nothing' && t`There are no earlier conversations with this address.`}
			</p>
		</div>
	);
}

function AddressForm() {
	const { t } = useLingui();
	const { address, isBusy, problem } = useAtomValue(emailCodeAtom);
	const type = useSetAtom(typeEmailAddress);
	const request = useSetAtom(requestEmailCode);
	const cancel = useSetAtom(cancelEmailCode);
	const [isChecked, setIsChecked] = useState(false);
	const isGood = isEmailAddress(address.trim());

	function describe() {
		if (problem || !isChecked || isGood) return problem;
		return address.trim() === '' ? t`Email Address is required` : t`Please enter a valid email address`;
	}

	function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		setIsChecked(true);
		if (isGood) void request();
		else event.currentTarget.querySelector('input')?.focus();
	}

	return (
		<form className={styles.form} noValidate onSubmit={submit}>
			<p>{t`We email you a code, which shows what you wrote with this address.`}</p>
			<InputField
				name="email"
				type="email"
				label={t`Email Address`}
				inputMode={undefined}
				isRequired
				placeholder=""
				autoComplete="email"
				value={address}
				error={describe()}
				onType={type}
			/>
			<div className={styles.buttons}>
				<Button kind="quiet" onPress={() => cancel()}>{t`Cancel`}</Button>
				<SubmitButton isBusy={isBusy}>{t`Send code`}</SubmitButton>
			</div>
		</form>
	);
}

function CodeForm() {
	const { t } = useLingui();
	const { address, code, isBusy, problem } = useAtomValue(emailCodeAtom);
	const type = useSetAtom(typeEmailCode);
	const confirm = useSetAtom(confirmEmailCode);
	const request = useSetAtom(requestEmailCode);
	const ask = useSetAtom(askForEmailAddress);
	// Isolated, so that the address is written from left to right in each language.
	const email = `\u2068${address.trim()}\u2069`;
	const field = useRef<HTMLInputElement>(null);

	// Another attempt takes its place.
	useEffect(() => {
		if (problem) field.current?.select();
	}, [problem]);

	function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		field.current?.focus();
		void confirm();
	}

	return (
		<form className={styles.form} noValidate onSubmit={submit}>
			<div className={styles.code}>
				<FieldFrame
					label={t`Code`}
					isRequired
					hint={t`We have sent a code to ${email}. It is valid for 10 minutes.`}
					error={problem}
				>
					{(control) => (
						<input
							{...control}
							ref={field}
							name="code"
							type="text"
							inputMode="numeric"
							autoComplete="one-time-code"
							dir="ltr"
							// With room for the space that some programs copy with it.
							maxLength={CODE_LENGTH * 3}
							value={code}
							onChange={(event) => type(event.target.value)}
						/>
					)}
				</FieldFrame>
			</div>
			<div className={styles.buttons}>
				<Button kind="quiet" onPress={() => ask(address)}>{t`Cancel`}</Button>
				<SubmitButton isBusy={isBusy}>{t`Show conversations`}</SubmitButton>
			</div>
			<button
				type="button"
				className={styles.offer}
				aria-disabled={isBusy || undefined}
				onClick={() => void request()}
			>{t`Send another code`}</button>
		</form>
	);
}
