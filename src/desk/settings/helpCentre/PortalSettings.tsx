import { useSetAtom } from 'jotai/react';
import { useCallback } from 'react';
import type { TeamPortal } from '#protocol/application/helpCentreRoutes.ts';
import { WaitingNote } from '../../common/WaitingNote.tsx';
import { ReloadContext } from '../../form/reload.ts';
import { SettingsPage } from '../parts/SettingsPage.tsx';
import { useFresh } from '../../common/useFresh.ts';
import { loadPortal } from './helpCentre.ts';
import { PortalForm } from './PortalForm.tsx';
import { PortalLinks } from './PortalLinks.tsx';

interface Props {
	portal: TeamPortal;
	onChanged: (portal: TeamPortal) => void;
}

/**
 * A help centre's own settings, from what the server has now, since the articles that they count
 * may have changed.
 */
export function PortalSettings({ portal, onChanged }: Props) {
	const { slug, name } = portal;
	const loadOf = useSetAtom(loadPortal);
	const load = useCallback(() => loadOf(slug), [loadOf, slug]);
	const { value: loaded, isFresh, replace, ...progress } = useFresh(load);
	const keep = (changed: TeamPortal): void => {
		replace(changed);
		onChanged(changed);
	};
	return (
		<SettingsPage title={<bdi>{name}</bdi>}>
			<PortalLinks portal={portal} current="settings" />
			{loaded && isFresh ? (
				<ReloadContext value={progress.retry}>
					<PortalForm portal={loaded} onChanged={keep} />
				</ReloadContext>
			) : (
				<WaitingNote {...progress} />
			)}
		</SettingsPage>
	);
}
