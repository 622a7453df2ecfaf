import { useLingui } from '@lingui/react/macro';
import { type FormEvent, useId } from 'react';
import styles from './FeedbackField.module.css';
import { SubmitButton } from './SubmitButton.tsx';

interface Props {
	text: string;
	/** What the button says. */
	label: string;
	isBusy: boolean;
	onType: (text: string) => void;
	/** Called with blank text too. */
	onSubmit: () => void;
}

/** Why somebody rates as they do, in their own words. */
export function FeedbackField({ text, label, isBusy, onType, onSubmit }: Props) {
	const { t } = useLingui();
	const id = useId();

	function submit(event: FormEvent) {
		event.preventDefault();
		onSubmit();
	}

	return (
		<form className={styles.form} onSubmit={submit}>
			<label htmlFor={id} data-visually-hidden>
				{t`Tell us more...`}
			</label>
			<textarea
				id={id}
				className={styles.field}
				rows={3}
				// A placeholder runs as the interface does; what is typed as its own words do.
				dir={text === '' ? undefined : 'auto'}
				placeholder={t`Tell us more...`}
				value={text}
				onChange={(event) => onType(event.target.value)}
			/>
			<SubmitButton isBusy={isBusy}>{label}</SubmitButton>
		</form>
	);
}
