import { Trans } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { Collection } from '../parts/Collection.tsx';
import { CampaignPage } from './CampaignPage.tsx';
import { CampaignSwitch } from './CampaignSwitch.tsx';
import { loadCampaigns } from './campaigns.ts';

/** The campaigns of all websites, which are switched on and off in the list. */
export function CampaignsView({ path }: { path: readonly string[] }) {
	const load = useSetAtom(loadCampaigns);
	return (
		<Collection
			base={['campaigns']}
			path={path}
			title={<Trans>Campaigns</Trans>}
			lead={<Trans>Messages that the chat shows by itself on pages of your choice.</Trans>}
			example={<Trans>For example, after 30 seconds on the page with your prices: “Can I help you choose?”</Trans>}
			load={load}
			idOf={({ id }) => id}
			renderRow={({ id, title, inbox, trigger_rules, enabled }) => ({
				title: <bdi>{title}</bdi>,
				details: (
					<>
						<bdi>{inbox.name}</bdi> · <bdi dir="ltr">{trigger_rules.url}</bdi>
					</>
				),
				action: <CampaignSwitch id={id} title={title} isEnabled={enabled} />,
			})}
			renderPage={(campaign) => <CampaignPage campaign={campaign} />}
		/>
	);
}
