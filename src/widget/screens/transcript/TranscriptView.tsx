import { useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/form/Field.tsx';
import { SubmitButton } from '#ui/SubmitButton.tsx';
import { isEmailAddress } from '../../features/contact/emailAddress.ts';
import {
	cancelTranscript,
	isTranscriptOfferedAtom,
	prepareTranscript,
	requestTranscript,
	sendToAddress,
	transcriptAtom,
	typeAddress,
} from '../../features/transcript/transcript.ts';
import styles from './TranscriptView.module.css';

/**
 * Requests the transcript by e-mail; asks for an address where the team has none and visitors may
 * give one.
 */
export function TranscriptView() {
	const { t } = useLingui();
	const { isAsking, isSending } = useAtomValue(transcriptAtom);
	const isOffered = useAtomValue(isTranscriptOfferedAtom);
	const prepare = useSetAtom(prepareTranscript);
	const request = useSetAtom(requestTranscript);
	const place = useRef<HTMLDivElement>(null);
	const wasAsking = useRef(isAsking);

	useEffect(() => void prepare(), [prepare]);

	// The form replaces the button, and the focus moves into the form and back.
	useEffect(() => {
		if (isAsking !== wasAsking.current) place.current?.querySelector<HTMLElement>('input, button')?.focus();
		wasAsking.current = isAsking;
	}, [isAsking]);

	if (!isOffered) return null;
	return (
		<div ref={place} className={styles.place}>
			{isAsking ? (
				<AddressForm />
			) : (
				<Button kind="quiet" isBusy={isSending} onPress={() => void request()}>
					{t`Request a conversation transcript`}
				</Button>
			)}
		</div>
	);
}

function AddressForm() {
	const { t } = useLingui();
	const { isSending, address } = useAtomValue(transcriptAtom);
	const type = useSetAtom(typeAddress);
	const send = useSetAtom(sendToAddress);
	const cancel = useSetAtom(cancelTranscript);
	const [isChecked, setIsChecked] = useState(false);
	const isGood = isEmailAddress(address.trim());

	function describe() {
		if (!isChecked || isGood) return undefined;
		return address.trim() === '' ? t`Email Address is required` : t`Please enter a valid email address`;
	}

	function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		setIsChecked(true);
		if (isGood) void send();
		else event.currentTarget.querySelector('input')?.focus();
	}

	return (
		<form className={styles.form} noValidate onSubmit={submit}>
			<Field
				item={{ type: 'email', name: 'email', label: t`Email Address`, required: true }}
				value={address}
				error={describe()}
				onType={(typed) => type(typed)}
			/>
			<div className={styles.buttons}>
				<Button kind="quiet" onPress={() => cancel()}>{t`Cancel`}</Button>
				<SubmitButton isBusy={isSending}>{t`Send transcript`}</SubmitButton>
			</div>
		</form>
	);
}
