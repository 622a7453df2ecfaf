import { Trans } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { useState } from 'react';
import type { MailboxCheck } from '#protocol/application/mailRoutes.ts';
import { isAborted } from '#client/rest.ts';
import { OutlinedButton } from '../../common/OutlinedButton.tsx';
import { ProblemBox } from '../../common/ProblemBox.tsx';
import { SettingsPart } from '../parts/SettingsPage.tsx';
import { MailFaultText } from './MailFaultText.tsx';
import { checkMailbox, type TestProblem } from './mail.ts';
import styles from './TestMailPart.module.css';

type State = 'idle' | 'busy' | TestProblem | MailboxCheck;

/** Opens the mailbox from which answers are fetched, and says what is wrong with it. */
export function CheckMailboxPart() {
	const check = useSetAtom(checkMailbox);
	const [state, setState] = useState<State>('idle');
	const press = async (): Promise<void> => {
		if (state === 'busy') return;
		setState('busy');
		try {
			setState(await check());
		} catch (error) {
			if (!isAborted(error)) throw error;
		}
	};
	return (
		<SettingsPart title={<Trans>Mailbox for replies</Trans>}>
			<div>
				<OutlinedButton isBusy={state === 'busy'} onPress={() => void press()}>
					<Trans>Check the mailbox</Trans>
				</OutlinedButton>
			</div>
			<p role="status" className={styles.outcome}>
				{typeof state === 'object' && state.fault === null && <Trans>The mailbox can be read.</Trans>}
			</p>
			<ProblemBox>
				{state === 'TOO_MANY' && <Trans>Too many attempts. Wait a few minutes and try again.</Trans>}
				{state === 'FAILED' && <Trans>That did not work. Try again.</Trans>}
				{typeof state === 'object' && state.fault !== null && (
					<MailFaultText fault={state.fault} reason={state.reason} />
				)}
			</ProblemBox>
		</SettingsPart>
	);
}
