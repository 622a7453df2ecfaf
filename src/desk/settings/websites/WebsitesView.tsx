import { Trans } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import type { Profile } from '#protocol/entities/entities.ts';
import { Collection } from '../parts/Collection.tsx';
import { NewItem } from '../../form/NewItem.tsx';
import { SettingsPage } from '../parts/SettingsPage.tsx';
import { loadWebsites } from '../embedding/embedding.ts';
import { EmbedLead, WebsiteCode } from '../embedding/WebsiteCode.tsx';
import { WebsitePage } from './WebsitePage.tsx';
import { settingsHref } from '../../common/route.ts';
import { WebsiteNameForm } from './WebsiteNameForm.tsx';

/** The websites that the agent sees, which administrators set up. */
export function WebsitesView({ agent, path }: { agent: Profile; path: readonly string[] }) {
	const load = useSetAtom(loadWebsites);
	const isAdministrator = agent.role === 'administrator';
	return (
		<Collection
			base={['websites']}
			path={path}
			title={<Trans>Websites</Trans>}
			canAdd={isAdministrator}
			empty={isAdministrator ? undefined : <Trans>No websites yet. An administrator can add one.</Trans>}
			load={load}
			idOf={({ inbox }) => inbox.id}
			renderRow={({ inbox }) => ({ title: <bdi>{inbox.name}</bdi> })}
			renderPage={(website) => {
				if (!website) return <NewWebsiteForm />;
				if (isAdministrator) return <WebsitePage website={website} part={path[1]} />;
				return (
					<SettingsPage title={<bdi>{website.inbox.name}</bdi>} lead={<EmbedLead />}>
						<WebsiteCode website={website} />
					</SettingsPage>
				);
			}}
		/>
	);
}

/** The page that adds a website. */
function NewWebsiteForm() {
	return (
		<SettingsPage title={<NewItem of={<Trans>Websites</Trans>} />}>
			<WebsiteNameForm next={(id) => settingsHref('websites', id, 'look')} back={settingsHref('websites')} />
		</SettingsPage>
	);
}
