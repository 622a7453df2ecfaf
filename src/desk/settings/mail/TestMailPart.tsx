import { Trans } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { useState } from 'react';
import type { MailSetup, TestMailOutcome } from '#protocol/application/mailRoutes.ts';
import { isAborted } from '#client/rest.ts';
import { OutlinedButton } from '../../common/OutlinedButton.tsx';
import { ProblemBox } from '../../common/ProblemBox.tsx';
import { SettingsPart } from '../parts/SettingsPage.tsx';
import { MailFaultText } from './MailFaultText.tsx';
import { sendTestMail, type TestProblem } from './mail.ts';
import styles from './TestMailPart.module.css';

interface Props {
	/** The agent's own address. */
	email: string;
	transport: MailSetup['transport'];
}

type State = 'idle' | 'busy' | TestProblem | TestMailOutcome;

/** Mails the agent a test, and says what has become of it. */
export function TestMailPart({ email, transport }: Props) {
	const send = useSetAtom(sendTestMail);
	const [state, setState] = useState<State>('idle');
	const press = async (): Promise<void> => {
		if (state === 'busy') return;
		setState('busy');
		try {
			setState(await send());
		} catch (error) {
			if (!isAborted(error)) throw error;
		}
	};
	return (
		<SettingsPart
			title={<Trans>Test email</Trans>}
			lead={
				<Trans>
					It goes to your own address, <bdi dir="ltr">{email}</bdi>.
				</Trans>
			}
		>
			<div>
				<OutlinedButton isBusy={state === 'busy'} onPress={() => void press()}>
					<Trans>Send a test email</Trans>
				</OutlinedButton>
			</div>
			<p role="status" className={styles.outcome}>
				{typeof state === 'object' && state.outcome === 'sent' && <Sent transport={transport} />}
			</p>
			<ProblemBox>
				{state === 'TOO_MANY' && <Trans>Too many attempts. Wait a few minutes and try again.</Trans>}
				{state === 'FAILED' && <Trans>That did not work. Try again.</Trans>}
				{typeof state === 'object' && state.outcome !== 'sent' && <NotSent {...state} />}
			</ProblemBox>
		</SettingsPart>
	);
}

function Sent({ transport }: Pick<Props, 'transport'>) {
	return transport === 'files' ? (
		<Trans>Emails become files in the server’s data folder.</Trans>
	) : (
		<Trans>The mail server has accepted the email. If it does not arrive, look in your spam folder.</Trans>
	);
}

function NotSent({ outcome, fault, reason }: TestMailOutcome) {
	// Of what has no code of its own, whether the server has answered says the most.
	const known =
		fault === null || fault === 'OTHER' ? (outcome === 'refused' ? 'RECIPIENT_REFUSED' : 'NOT_CONNECTED') : fault;
	return <MailFaultText fault={known} reason={reason} />;
}
