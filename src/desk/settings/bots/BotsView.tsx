import { Trans } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { Collection } from '../parts/Collection.tsx';
import { BotPage } from './BotPage.tsx';
import { loadBots } from './bots.ts';

/** The account's bots. */
export function BotsView({ path }: { path: readonly string[] }) {
	const load = useSetAtom(loadBots);
	return (
		<Collection
			base={['bots']}
			path={path}
			title={<Trans>Bots</Trans>}
			lead={<Trans>Programs that reply before people do.</Trans>}
			example={
				<Trans>
					For example, a program that replies to “Where is my order?” and leaves other questions to your team.
				</Trans>
			}
			load={load}
			idOf={({ id }) => id}
			renderRow={({ name, outgoing_url }) => ({
				title: <bdi>{name}</bdi>,
				details: outgoing_url && <bdi dir="ltr">{outgoing_url}</bdi>,
			})}
			renderPage={(bot) => <BotPage bot={bot} />}
		/>
	);
}
