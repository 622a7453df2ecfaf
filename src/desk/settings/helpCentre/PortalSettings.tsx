import { useSetAtom } from 'jotai/react';
import { useCallback } from 'react';
import type { TeamPortal } from '#protocol/helpCentreRoutes.ts';
import { WaitingNote } from '../../common/WaitingNote.tsx';
import { SettingsPage } from '../parts/SettingsPage.tsx';
import { useFresh } from '../parts/useFresh.ts';
import { loadPortal } from './helpCentre.ts';
import { PortalForm } from './PortalForm.tsx';
import { PortalLinks } from './PortalLinks.tsx';

interface Props {
	portal: TeamPortal;
	onChanged: (portal: TeamPortal) => void;
}

/** A help centre's own settings, from what the server has now: it counts the articles, which may have been written meanwhile. */
export function PortalSettings({ portal, onChanged }: Props) {
	const { slug, name } = portal;
	const loadOf = useSetAtom(loadPortal);
	const load = useCallback(() => loadOf(slug), [loadOf, slug]);
	// Again once it has changed.
	const { value: current, ...progress } = useFresh(load, portal);
	return (
		<SettingsPage title={<bdi>{name}</bdi>}>
			<PortalLinks portal={portal} current="settings" />
			{current ? <PortalForm portal={current} onChanged={onChanged} /> : <WaitingNote {...progress} />}
		</SettingsPage>
	);
}
