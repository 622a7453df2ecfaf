import { Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect, useState } from 'react';
import { EMAIL_REGEX } from 'valibot';
import type { Profile } from '#protocol/entities/entities.ts';
import { EMAIL_MAX } from '#protocol/base/limits.ts';
import { OutlinedButton } from '../../common/OutlinedButton.tsx';
import { ProblemBox } from '../../common/ProblemBox.tsx';
import { takeFocus } from '../../common/takeFocus.ts';
import { TextButton } from '../../common/TextButton.tsx';
import { DeskForm } from '../../form/DeskForm.tsx';
import { TextField } from '../../form/TextField.tsx';
import { useForm } from '../../form/useForm.ts';
import { addressLinkAtom } from '../../session/addressLink.ts';
import { canMailLinks } from '../../session/password.ts';
import { CurrentPasswordField } from '../parts/CurrentPasswordField.tsx';
import { NoMailHint } from '../parts/NoMailHint.tsx';
import { SettingsPart } from '../parts/SettingsPage.tsx';
import styles from './AddressPart.module.css';
import { askForAddressLink, confirmAddress, type Confirmation, type NewAddress } from './addressChange.ts';

/**
 * The address by which the agent signs in; another one is theirs once they open the link that it is
 * mailed.
 */
export function AddressPart({ agent }: { agent: Profile }) {
	const [step, setStep] = useState<'shown' | 'changing' | { sentTo: string }>('shown');
	const email = typeof step === 'object' ? step.sentTo : '';
	const change = step !== 'changing' && canMailLinks() && (
		<OutlinedButton onPress={() => setStep('changing')}>
			<Trans>Change</Trans>
		</OutlinedButton>
	);
	return (
		<SettingsPart title={<Trans>Email address</Trans>} lead={<bdi dir="ltr">{agent.email}</bdi>} action={change}>
			<ConfirmationNote />
			{!canMailLinks() && (
				<p>
					<Trans>It changes when you open the link that we email to the new address.</Trans> <NoMailHint />
				</p>
			)}
			{step === 'changing' && <AddressForm agent={agent} onSent={(sentTo) => setStep({ sentTo })} />}
			{email !== '' && email.toLowerCase() !== agent.email.toLowerCase() && (
				<p ref={takeFocus} tabIndex={-1}>
					<Trans>
						If nobody else has the address {email}, a link is on its way there. Open it within 30 minutes, in a browser
						where you are signed in.
					</Trans>
				</p>
			)}
		</SettingsPart>
	);
}

/** What has become of the link that the agent came by. */
function ConfirmationNote() {
	const link = useAtomValue(addressLinkAtom);
	const setLink = useSetAtom(addressLinkAtom);
	const confirm = useSetAtom(confirmAddress);
	const [outcome, setOutcome] = useState<Confirmation>();
	useEffect(() => {
		// Without a link there is nothing new to say.
		void confirm().then((found) => found && setOutcome(found));
	}, [link, confirm]);
	return (
		<>
			<p role="status" className={styles.outcome}>
				{outcome === 'confirmed' && <Trans>Your email address has been changed.</Trans>}
			</p>
			<ProblemBox>
				{outcome === 'refused' && (
					<Trans>This link has already been used, is no longer valid, or is another person’s. Ask for a new one.</Trans>
				)}
				{typeof outcome === 'object' && (
					<>
						<Trans>Something went wrong.</Trans>{' '}
						<TextButton
							onPress={() => {
								setOutcome(undefined);
								setLink(outcome.unjudged);
							}}
						>
							<Trans>Try again</Trans>
						</TextButton>
					</>
				)}
			</ProblemBox>
		</>
	);
}

function AddressForm({ agent, onSent }: { agent: Profile; onSent: (email: string) => void }) {
	const { t } = useLingui();
	const ask = useSetAtom(askForAddressLink);
	const invalid = t`Please enter a valid email address`;
	const form = useForm<NewAddress, void>({
		initial: { email: '', current_password: '' },
		check({ email }) {
			if (!EMAIL_REGEX.test(email.trim())) return { email: invalid };
			const isSame = email.trim().toLowerCase() === agent.email.toLowerCase();
			return { email: isSame ? t`This is your address already.` : undefined };
		},
		save: ask,
		refusals: { email: invalid, current_password: t`The current password is not correct.` },
		onSaved: () => onSent(form.values.email.trim()),
	});
	return (
		<div ref={focusFirstField}>
			<DeskForm form={form} action={<Trans>Send confirmation link</Trans>}>
				<TextField
					form={form}
					name="email"
					type="email"
					label={t`New email address`}
					isRequired
					maxLength={EMAIL_MAX}
					autoComplete="email"
				/>
				<CurrentPasswordField form={form} />
			</DeskForm>
		</div>
	);
}

/** The button that opened the form is gone. */
function focusFirstField(place: HTMLElement | null): void {
	takeFocus(place?.querySelector('input') ?? null);
}
