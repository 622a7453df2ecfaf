import { Trans, useLingui } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { AUTO_RESOLVE_DAYS_MAX, type Account } from '#protocol/application/accountRoutes.ts';
import { NAME_MAX } from '#protocol/base/limits.ts';
import { WaitingNote } from '../../common/WaitingNote.tsx';
import { DeskForm } from '../../form/DeskForm.tsx';
import { TextField } from '../../form/TextField.tsx';
import { ReloadContext } from '../../form/reload.ts';
import { useForm } from '../../form/useForm.ts';
import { SettingsPage } from '../parts/SettingsPage.tsx';
import { useFresh } from '../../common/useFresh.ts';
import { loadTeam, saveTeam } from './teamSettings.ts';

/** What applies to the team and to all of its websites. */
export function TeamView() {
	const { value: team, isFresh, replace, ...progress } = useFresh(useSetAtom(loadTeam));
	return (
		<SettingsPage title={<Trans context="settings">General</Trans>}>
			{team && isFresh ? (
				<ReloadContext value={progress.retry}>
					<TeamForm team={team} onChanged={replace} />
				</ReloadContext>
			) : (
				<WaitingNote {...progress} />
			)}
		</SettingsPage>
	);
}

interface FormProps {
	team: Account;
	onChanged: (team: Account) => void;
}

function TeamForm({ team, onChanged }: FormProps) {
	const { t } = useLingui();
	const save = useSetAtom(saveTeam);
	const max = AUTO_RESOLVE_DAYS_MAX;
	const form = useForm({
		// The names of the fields are those of the server, which names what it refuses.
		initial: { name: team.name, auto_resolve_duration: String(team.auto_resolve_duration ?? '') },
		check: ({ name, auto_resolve_duration: days }) => ({
			name: name.trim() ? undefined : t`Required`,
			auto_resolve_duration: isPossible(days) ? undefined : t`Enter a number from 1 to ${max}, or leave it empty.`,
		}),
		etag: team.etag,
		save: async ({ name, auto_resolve_duration: days }, etag) => {
			const change = { name: name.trim(), auto_resolve_duration: days === '' ? null : Number(days) };
			const saved = await save(change, etag);
			onChanged(saved);
			return saved;
		},
	});
	return (
		<DeskForm form={form}>
			<TextField form={form} name="name" label={t`Name`} isRequired maxLength={NAME_MAX} />
			<TextField
				form={form}
				name="auto_resolve_duration"
				label={t`Resolve open conversations after this many days without a message`}
				hint={<Trans>Leave empty to keep them open.</Trans>}
				type="number"
			/>
		</DeskForm>
	);
}

function isPossible(days: string): boolean {
	return days === '' || (/^\d+$/.test(days) && Number(days) >= 1 && Number(days) <= AUTO_RESOLVE_DAYS_MAX);
}
