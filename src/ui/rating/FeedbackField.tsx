import { useLingui } from '@lingui/react/macro';
import { type FormEvent, useId } from 'react';
import { ANSWER_MAX } from '#protocol/base/limits.ts';
import styles from './FeedbackField.module.css';
import { SubmitButton } from '../SubmitButton.tsx';
import { useFocusHandover } from '../useFocusHandover.ts';

interface Props {
	text: string;
	/** The text of the button. */
	label: string;
	isBusy: boolean;
	/** There is no rating to send the text with. */
	isDisabled?: boolean;
	onType: (text: string) => void;
	/** Also called while the text is blank. */
	onSubmit: () => void;
}

/** A text field in which visitors explain their rating. */
export function FeedbackField({ text, label, isBusy, isDisabled = false, onType, onSubmit }: Props) {
	const { t } = useLingui();
	const id = useId();
	const form = useFocusHandover<HTMLFormElement>();

	function submit(event: FormEvent) {
		event.preventDefault();
		if (!isDisabled) onSubmit();
	}

	return (
		<form ref={form} className={styles.form} onSubmit={submit}>
			<label htmlFor={id} data-visually-hidden>
				{t`Tell us more...`}
			</label>
			<textarea
				id={id}
				className={styles.field}
				rows={2}
				maxLength={ANSWER_MAX}
				// A placeholder has the direction of the interface; a typed text has its own.
				dir={text === '' ? undefined : 'auto'}
				placeholder={t`Tell us more...`}
				value={text}
				onChange={(event) => onType(event.target.value)}
			/>
			<SubmitButton isBusy={isBusy} isDisabled={isDisabled}>
				{label}
			</SubmitButton>
		</form>
	);
}
