import { Trans } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { WaitingNote } from '../../common/WaitingNote.tsx';
import { SettingsPage } from '../parts/SettingsPage.tsx';
import { useFresh } from '../../common/useFresh.ts';
import { DevicesPart } from './DevicesPart.tsx';
import { EventsForm } from './EventsForm.tsx';
import { loadNotificationSettings } from './notificationSettings.ts';

/** What the agent is told of by mail and by push notifications, and on which devices. */
export function NotificationsView() {
	const { value: settings, ...progress } = useFresh(useSetAtom(loadNotificationSettings));
	return (
		<SettingsPage
			title={<Trans>Notifications</Trans>}
			lead={<Trans>What you are notified about while the agent desk is not in view.</Trans>}
		>
			{settings ? <EventsForm settings={settings} /> : <WaitingNote {...progress} />}
			<DevicesPart />
		</SettingsPage>
	);
}
