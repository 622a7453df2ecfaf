import { Trans } from '@lingui/react/macro';
import boxStyles from '#ui/form/CheckboxInput.module.css';
import styles from './SignInView.module.css';

interface Props {
	isShown: boolean;
	onChange: (isShown: boolean) => void;
}

export function ShowPassword({ isShown, onChange }: Props) {
	return (
		<label className={styles.choice}>
			<input
				type="checkbox"
				className={boxStyles['box']}
				checked={isShown}
				onChange={({ target }) => onChange(target.checked)}
			/>
			<Trans>Show password</Trans>
		</label>
	);
}
