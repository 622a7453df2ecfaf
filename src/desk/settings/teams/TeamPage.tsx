import { Trans, useLingui } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { useState } from 'react';
import type { TeamAgent } from '#protocol/entities/entities.ts';
import { settingsHref } from '../../common/route.ts';
import { WaitingNote } from '../../common/WaitingNote.tsx';
import { DeskForm } from '../../form/DeskForm.tsx';
import { TextField } from '../../form/TextField.tsx';
import { useForm } from '../../form/useForm.ts';
import { SetField } from '../fields/SetField.tsx';
import { SwitchField } from '../fields/SwitchField.tsx';
import { ConfirmButton } from '../parts/ConfirmButton.tsx';
import { NewItem } from '../../form/NewItem.tsx';
import { SettingsPage } from '../parts/SettingsPage.tsx';
import { useFresh } from '../../common/useFresh.ts';
import { loadAgents, removeTeam, saveTeam, type Team } from './teams.ts';

const LIST = settingsHref('teams');

/** Changes or deletes a team, or adds one. */
export function TeamPage({ team }: { team: Team | undefined }) {
	const remove = useSetAtom(removeTeam);
	const { value: agents, ...progress } = useFresh(useSetAtom(loadAgents));
	const name = team?.name;
	const action = team && (
		<ConfirmButton question={<Trans>Delete “{name}”?</Trans>} onConfirm={() => remove(team.id)} next={LIST}>
			<Trans comment="Of a team that is deleted">Its conversations are kept.</Trans>
		</ConfirmButton>
	);
	return (
		<SettingsPage title={team ? <bdi>{team.name}</bdi> : <NewItem of={<Trans>Teams</Trans>} />} action={action}>
			{agents ? <TeamForm team={team} agents={agents} /> : <WaitingNote {...progress} />}
		</SettingsPage>
	);
}

function TeamForm({ team, agents }: { team: Team | undefined; agents: readonly TeamAgent[] }) {
	const { t } = useLingui();
	const save = useSetAtom(saveTeam);
	// Known as soon as the server has added the team: another try changes that one, where its
	// people could not be saved.
	const [savedId, setSavedId] = useState(team?.id);
	const form = useForm({
		initial: {
			name: team?.name ?? '',
			description: team?.description ?? '',
			allow_auto_assign: team?.allow_auto_assign ?? true,
			userIds: team?.user_ids ?? [],
		},
		check: ({ name }) => ({ name: name.trim() ? undefined : t`Required` }),
		etag: team?.etag,
		save: (values, etag) => save(savedId, values, { etag, onSaved: setSavedId }),
		refusals: { name: t`This already exists.` },
		next: () => LIST,
	});
	return (
		<DeskForm form={form} back={LIST}>
			<TextField form={form} name="name" label={t`Name`} isRequired maxLength={255} />
			<TextField form={form} name="description" label={t`Description`} maxLength={255} />
			<SetField form={form} name="userIds" label={t`Team members`} options={agents.map(({ id, name }) => [id, name])} />
			<SwitchField
				form={form}
				name="allow_auto_assign"
				label={t`Assign open conversations to the agents who are online, in turn`}
			/>
		</DeskForm>
	);
}
