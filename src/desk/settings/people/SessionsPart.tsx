import { Trans, useLingui } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { formatMoment } from '../../common/time.ts';
import { WaitingNote } from '../../common/WaitingNote.tsx';
import { ConfirmButton } from '../parts/ConfirmButton.tsx';
import { Item, ItemList } from '../parts/ItemList.tsx';
import { SettingsPart } from '../parts/SettingsPage.tsx';
import { useDeviceName } from '../parts/useDeviceName.ts';
import { useFresh } from '../../common/useFresh.ts';
import { endSession, loadSessions } from './myAccount.ts';

/** Where the agent is signed in, so that a lost device can be signed out. */
export function SessionsPart() {
	const { i18n } = useLingui();
	const nameOf = useDeviceName();
	const end = useSetAtom(endSession);
	const { value, ...progress } = useFresh(useSetAtom(loadSessions));
	const sessions = value?.map((session) => ({ ...session, device: nameOf(session.device) }));
	return (
		<SettingsPart title={<Trans>Where you are signed in</Trans>}>
			{sessions ? (
				<ItemList>
					{sessions.map(({ id, device, last_used_at, current }) => (
						<Item
							key={id}
							title={<bdi>{device}</bdi>}
							details={current ? <Trans>This device</Trans> : formatMoment(last_used_at, i18n.locale)}
							action={
								!current && (
									<ConfirmButton
										label={<Trans context="device">Sign out</Trans>}
										question={<Trans>Sign out {device}?</Trans>}
										notice="signed-out"
										onConfirm={async () => {
											await end(id);
											progress.retry();
										}}
									/>
								)
							}
						/>
					))}
				</ItemList>
			) : (
				<WaitingNote {...progress} />
			)}
		</SettingsPart>
	);
}
