import { Trans } from '@lingui/react/macro';
import { ConfirmButton } from '../parts/ConfirmButton.tsx';
import { CopyableCode } from '../parts/CopyableCode.tsx';
import { SettingsPart } from '../parts/SettingsPage.tsx';

interface Props {
	secret: string;
	/** Rejects with a RequestError. */
	onRenew: () => Promise<unknown>;
}

/** The secret that signs what is posted to a receiver. */
export function SecretPart({ secret, onRenew }: Props) {
	return (
		<SettingsPart
			title={<Trans comment="The key by which requests are signed">Secret</Trans>}
			lead={<Trans>It signs every request, so that the receiver knows who sent it. Give it to nobody else.</Trans>}
			action={
				<ConfirmButton
					label={<Trans>New secret</Trans>}
					question={<Trans>New secret</Trans>}
					notice="saved"
					onConfirm={onRenew}
				>
					<Trans>The previous secret is no longer valid.</Trans>
				</ConfirmButton>
			}
		>
			<CopyableCode code={secret} />
		</SettingsPart>
	);
}
