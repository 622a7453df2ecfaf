import { Trans } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { Collection } from '../parts/Collection.tsx';
import { SettingsPage } from '../parts/SettingsPage.tsx';
import { loadWebsites } from './embedding.ts';
import { WebsiteCode } from './WebsiteCode.tsx';

/** The websites that the agent sees. */
export function WebsitesView({ path }: { path: readonly string[] }) {
	const load = useSetAtom(loadWebsites);
	return (
		<Collection
			base={['websites']}
			path={path}
			title={<Trans>Websites</Trans>}
			canAdd={false}
			empty={<Trans>No websites yet. An administrator can add one.</Trans>}
			load={load}
			idOf={({ id }) => id}
			renderRow={({ name }) => ({ title: <bdi>{name}</bdi> })}
			renderPage={(website) =>
				website && (
					<SettingsPage
						title={<bdi>{website.name}</bdi>}
						lead={<Trans>Add these lines to every page where the chat should appear.</Trans>}
					>
						<WebsiteCode website={website} />
					</SettingsPage>
				)
			}
		/>
	);
}
