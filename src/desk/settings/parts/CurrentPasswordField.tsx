import { Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai/react';
import { useState } from 'react';
import { TextField } from '../../form/TextField.tsx';
import type { Form } from '../../form/useForm.ts';
import { agentAtom } from '../../session/session.ts';
import { ShowPassword } from '../../session/views/ShowPassword.tsx';
import styles from './CurrentPasswordField.module.css';

/** The password by which agents prove who they are. */
export function CurrentPasswordField({ form }: { form: Form<{ current_password: string }> }) {
	const { t } = useLingui();
	const agent = useAtomValue(agentAtom);
	const [isShown, setShown] = useState(false);
	return (
		<>
			{/* Password managers take from this field whose password it is. */}
			<input type="email" name="username" autoComplete="username" value={agent?.email ?? ''} readOnly hidden />
			<div className={styles.password}>
				<TextField
					form={form}
					name="current_password"
					// Browsers offer to remember what a text field contained.
					type={isShown && !form.isBusy ? 'text' : 'password'}
					label={t`Current password`}
					hint={<Trans>Not needed for 30 minutes after you sign in with a link.</Trans>}
					autoComplete="current-password"
					isCode
				/>
				<ShowPassword isShown={isShown} onChange={setShown} />
			</div>
		</>
	);
}
