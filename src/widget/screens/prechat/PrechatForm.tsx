import { useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { focusWhenEntered } from '#ui/focusWhenEntered.ts';
import { RichText } from '#ui/richText/RichText.tsx';
import { SubmitButton } from '#ui/SubmitButton.tsx';
import { TextAreaField } from '#ui/form/TextAreaField.tsx';
import { Offers } from '../../features/articles/Offers.tsx';
import { channelAtom } from '../../features/channel/channel.ts';
import { hostAtom } from '../../features/host/host.ts';
import { draftAtom, writeDraft } from '../../features/messages/draft.ts';
import { ConsentField } from './ConsentField.tsx';
import {
	consentAtom,
	entriesAtom,
	findWrongField,
	hasMessageFieldAtom,
	MESSAGE_KEY,
	messageProblemAtom,
} from '../../features/prechat/form.ts';
import { PrechatField } from './PrechatField.tsx';
import styles from './PrechatView.module.css';
import type { Problem } from '../../features/prechat/rules.ts';
import { submissionAtom, submitForm } from '../../features/prechat/submission.ts';

/**
 * The pre-chat form. Errors are shown after the first attempt to send, and the focus goes to the
 * first invalid field.
 */
export function PrechatForm() {
	const { t, i18n } = useLingui();
	const { pre_chat_message } = useAtomValue(channelAtom).preChatFormOptions;
	const entries = useAtomValue(entriesAtom);
	const hasMessage = useAtomValue(hasMessageFieldAtom);
	// The channel's own text may speak of the message, so it is not shown where the form has none.
	const intro = hasMessage ? pre_chat_message : t`Please provide your name and email before starting the conversation`;
	const draft = useAtomValue(draftAtom);
	const write = useSetAtom(writeDraft);
	const state = useAtomValue(submissionAtom);
	const submit = useSetAtom(submitForm);
	const findWrong = useSetAtom(findWrongField);
	const { isOpen } = useAtomValue(hostAtom);
	const [isChecked, setIsChecked] = useState(false);
	const form = useRef<HTMLFormElement>(null);
	const consent = useAtomValue(consentAtom);
	const messageLabel = t`Message`;
	const messageProblem = useAtomValue(messageProblemAtom)(messageLabel);

	// On a touch screen, focusing a field would open the keyboard over the text that the visitor
	// came to read.
	useEffect(() => {
		const isTouch = matchMedia('(pointer: coarse)').matches;
		const target = isTouch ? form.current : form.current?.querySelector<HTMLElement>('input, select, textarea');
		return isOpen ? focusWhenEntered(target) : undefined;
	}, [isOpen]);

	function describe(problem: Problem | undefined): string | undefined {
		if (!isChecked || problem === undefined) return undefined;
		const text = problem((number) => i18n.number(number));
		return typeof text === 'string' ? text : i18n._(text);
	}

	function handleSubmit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		setIsChecked(true);
		const wrong = findWrong();
		const control = wrong === undefined ? undefined : event.currentTarget.elements.namedItem(wrong);
		if (control instanceof HTMLElement) control.focus();
		if (wrong === undefined) void submit();
	}

	return (
		<form ref={form} className={styles.form} noValidate tabIndex={-1} onSubmit={handleSubmit}>
			{intro?.trim() && (
				<div className={styles.intro}>
					<RichText text={intro} />
				</div>
			)}
			{entries.map((entry) => (
				<PrechatField key={entry.field.key} entry={entry} error={describe(entry.problem)} />
			))}
			{hasMessage && (
				<TextAreaField
					name={MESSAGE_KEY}
					label={messageLabel}
					placeholder={t`Type your message`}
					isRequired
					rows={3}
					value={draft}
					error={describe(messageProblem)}
					onType={(text) => write(text)}
				/>
			)}
			{consent && <ConsentField value={consent.value} error={describe(consent.problem)} />}
			<div role="alert" className={styles.failure}>
				{state === 'failed' && t`Couldn't send, try again`}
			</div>
			<SubmitButton isBusy={state === 'sending'}>{t`Start Conversation`}</SubmitButton>
			{hasMessage && <Offers />}
		</form>
	);
}
