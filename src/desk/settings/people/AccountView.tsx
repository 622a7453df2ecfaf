import { Trans } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import type { Profile } from '#protocol/entities/entities.ts';
import { SettingsPage } from '../parts/SettingsPage.tsx';
import { TokensPart } from '../parts/TokensPart.tsx';
import { AddressPart } from './AddressPart.tsx';
import { createToken, loadTokens, revokeToken } from './myAccount.ts';
import { ProfileForm } from './ProfileForm.tsx';
import { SessionsPart } from './SessionsPart.tsx';

/** The agent's own account. */
export function AccountView({ agent }: { agent: Profile }) {
	return (
		<SettingsPage title={<Trans>My account</Trans>}>
			<ProfileForm agent={agent} />
			<AddressPart agent={agent} />
			<SessionsPart />
			<OwnTokensPart />
		</SettingsPage>
	);
}

function OwnTokensPart() {
	return (
		<TokensPart
			lead={<Trans>With a token, scripts and apps do what you may do.</Trans>}
			load={useSetAtom(loadTokens)}
			create={useSetAtom(createToken)}
			revoke={useSetAtom(revokeToken)}
			needsPassword
		/>
	);
}
