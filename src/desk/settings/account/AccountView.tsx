import { Trans, useLingui } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import type { Profile } from '#protocol/entities.ts';
import { NAME_MAX } from '#protocol/limits.ts';
import { SettingsForm } from '../parts/SettingsForm.tsx';
import { SettingsPage } from '../parts/SettingsPage.tsx';
import { TextField } from '../parts/TextField.tsx';
import { useForm } from '../parts/useForm.ts';
import { saveNames } from './myAccount.ts';
import { SessionsPart } from './SessionsPart.tsx';
import { TokensPart } from './TokensPart.tsx';

/** The agent's own account. */
export function AccountView({ agent }: { agent: Profile }) {
	return (
		<SettingsPage title={<Trans>My account</Trans>} lead={<bdi>{agent.email}</bdi>}>
			<NamesForm agent={agent} />
			<SessionsPart />
			<TokensPart />
		</SettingsPage>
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
		<SettingsForm form={form}>
			<TextField form={form} name="name" label={t`Full Name`} isRequired maxLength={NAME_MAX} autoComplete="name" />
			<TextField
				form={form}
				name="display_name"
				label={t`Name that visitors see`}
				hint={<Trans>Leave it empty to show your full name.</Trans>}
				maxLength={NAME_MAX}
				autoComplete="nickname"
			/>
		</SettingsForm>
	);
}
