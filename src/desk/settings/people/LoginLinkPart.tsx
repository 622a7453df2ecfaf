import { Trans } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useId, useState, type ReactNode } from 'react';
import type { TeamAgent } from '#protocol/entities/entities.ts';
import { OutlinedButton } from '../../common/OutlinedButton.tsx';
import { canMailLinks } from '../../session/password.ts';
import { agentAtom } from '../../session/session.ts';
import { CopyableCode } from '../parts/CopyableCode.tsx';
import { SettingsPart } from '../parts/SettingsPage.tsx';
import styles from './LoginLinkPart.module.css';
import { createLink, invitePerson } from './people.ts';

type Step = 'idle' | 'busy' | 'mailed' | 'failed' | { link: string };

/** A link by which a person signs in for the first time, or again. */
export function LoginLinkPart({ person: { id, name, email } }: { person: TeamAgent }) {
	const linkId = useId();
	const create = useSetAtom(createLink);
	const invite = useSetAtom(invitePerson);
	const isOwn = useAtomValue(agentAtom)?.id === id;
	const [step, setStep] = useState<Step>('idle');
	const run = async (work: () => Promise<Step>): Promise<void> => {
		setStep('busy');
		setStep(await work().catch((): Step => 'failed'));
	};
	const outcomes: Record<Exclude<Step, object>, ReactNode> = {
		idle: '',
		busy: '',
		mailed: <Trans>The invitation is on its way to {email}. Its link works once, within a day.</Trans>,
		failed: <Trans>That did not work. Try again.</Trans>,
	};
	if (isOwn && !canMailLinks()) return null;
	return (
		<SettingsPart title={<Trans>Sign-in link</Trans>}>
			<div className={styles.buttons}>
				{canMailLinks() && (
					<OutlinedButton
						isBusy={step === 'busy'}
						onPress={() =>
							void run(async () => {
								await invite(id);
								return 'mailed';
							})
						}
					>
						<Trans>Send invitation by email</Trans>
					</OutlinedButton>
				)}
				{/* One's own would prove nothing, and is mailed. */}
				{!isOwn && (
					<OutlinedButton isBusy={step === 'busy'} onPress={() => void run(async () => ({ link: await create(id) }))}>
						<Trans>Show link</Trans>
					</OutlinedButton>
				)}
			</div>
			<div role="status">
				{typeof step === 'object' ? (
					<>
						<p id={linkId}>
							<Trans>
								Give this link to <bdi>{name}</bdi> and to nobody else. It works once, within a day.
							</Trans>
						</p>
						<CopyableCode code={step.link} describedBy={linkId} />
					</>
				) : (
					outcomes[step]
				)}
			</div>
		</SettingsPart>
	);
}
