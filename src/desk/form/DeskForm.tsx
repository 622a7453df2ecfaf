import { Trans } from '@lingui/react/macro';
import { useContext, useLayoutEffect, useRef, type ReactNode } from 'react';
import { OutlinedButton } from '../common/OutlinedButton.tsx';
import { ProblemBox } from '../common/ProblemBox.tsx';
import { ConflictBox } from './ConflictBox.tsx';
import { FormStepContext } from './formStep.ts';
import styles from './DeskForm.module.css';
import type { Form } from './useForm.ts';

interface Props<T extends object> {
	form: Form<T>;
	/** The list that the form returns to; without it the form is a page of its own. */
	back?: string;
	/** What the button says, where that is not "Save". */
	action?: ReactNode;
	children: ReactNode;
}

/** A form with its fields, what is wrong with it as a whole, and the button that saves it. */
export function DeskForm<T extends object>({ form, back, action, children }: Props<T>) {
	const { refused, problem, isOutdated, isBusy, submit, overwrite } = form;
	const step = useContext(FormStepContext);
	const place = useRef<HTMLFormElement>(null);
	// Once for each refused save, and together with the errors: later, what the agent types would
	// go into another field.
	useLayoutEffect(() => {
		if (refused > 0) place.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid]')?.focus();
	}, [refused]);
	return (
		<form
			ref={place}
			className={styles.form}
			noValidate
			onSubmit={(event) => {
				event.preventDefault();
				void submit();
			}}
		>
			{children}
			{problem && <ProblemBox>{problem}</ProblemBox>}
			{isOutdated && <ConflictBox isBusy={isBusy} onOverwrite={() => void overwrite()} />}
			<div className={styles.actions}>
				<OutlinedButton isMain isLarge isBusy={isBusy}>
					{action ?? (step ? <Trans>Continue</Trans> : <Trans>Save</Trans>)}
				</OutlinedButton>
				{step && (
					<a className={styles.cancel} href={step.next}>
						<Trans>Skip</Trans>
					</a>
				)}
				{back !== undefined && (
					<a className={styles.cancel} href={back}>
						<Trans>Cancel</Trans>
					</a>
				)}
			</div>
		</form>
	);
}
