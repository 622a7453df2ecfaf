import { Trans, useLingui } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import type { Profile } from '#protocol/entities.ts';
import { NAME_MAX } from '#protocol/limits.ts';
import { DeskForm } from '../../form/DeskForm.tsx';
import { TextField } from '../../form/TextField.tsx';
import { useForm } from '../../form/useForm.ts';
import { SettingsPage } from '../parts/SettingsPage.tsx';
import { TokensPart } from '../parts/TokensPart.tsx';
import { createToken, loadTokens, revokeToken, saveNames } from './myAccount.ts';
import { PictureForm } from './PictureForm.tsx';
import { SessionsPart } from './SessionsPart.tsx';

/** The agent's own account. */
export function AccountView({ agent }: { agent: Profile }) {
	return (
		<SettingsPage title={<Trans>My account</Trans>} lead={<bdi>{agent.email}</bdi>}>
			<NamesForm agent={agent} />
			<PictureForm agent={agent} />
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
		/>
	);
}

function NamesForm({ agent }: { agent: Profile }) {
	const { t } = useLingui();
	const save = useSetAtom(saveNames);
	const form = useForm({
		initial: { name: agent.name, display_name: agent.display_name ?? '' },
		check: ({ name }) => ({ name: name.trim() ? undefined : t`Required` }),
		save,
	});
	return (
		<DeskForm form={form}>
			<TextField form={form} name="name" label={t`Full Name`} isRequired maxLength={NAME_MAX} autoComplete="name" />
			<TextField
				form={form}
				name="display_name"
				label={t`Name that visitors see`}
				hint={<Trans>Leave it empty to show your full name.</Trans>}
				maxLength={NAME_MAX}
				autoComplete="nickname"
			/>
		</DeskForm>
	);
}
