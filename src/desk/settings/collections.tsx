/** The lists of the settings that are alike: how each shows an item, and which page an item has. */
import { Trans } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import type { WritableAtom } from 'jotai/vanilla';
import type { ReactNode } from 'react';
import { shorten } from '#protocol/base/characters.ts';
import { AttributePage } from './labels/AttributePage.tsx';
import { attributeDefinitions } from './labels/attributeDefinitions.ts';
import { BotPage } from './receivers/BotPage.tsx';
import { bots } from './receivers/bots.ts';
import { CampaignPage } from './campaigns/CampaignPage.tsx';
import { CampaignSwitch } from './campaigns/CampaignSwitch.tsx';
import { loadCampaigns } from './campaigns/campaigns.ts';
import { CannedResponseForm } from './labels/CannedResponseForm.tsx';
import { cannedResponses } from './labels/cannedResponses.ts';
import { LabelForm } from './labels/LabelForm.tsx';
import { labels } from './labels/labels.ts';
import { Collection, type Row } from './parts/Collection.tsx';
import { Swatch } from './parts/Swatch.tsx';
import { PersonPage } from './people/PersonPage.tsx';
import { loadPeople } from './people/people.ts';
import { TeamPage } from './teams/TeamPage.tsx';
import { loadTeams } from './teams/teams.ts';
import { WebhookPage } from './receivers/WebhookPage.tsx';
import { webhooks } from './receivers/webhooks.ts';

/** Characters that the list shows of a saved reply. */
const EXCERPT = 120;

export const LabelsView = createCollectionView({
	slug: 'labels',
	title: <Trans>Labels</Trans>,
	lead: <Trans>Your team sorts conversations by them.</Trans>,
	example: <Trans>For example, “refund”. The list of conversations can then show only those about refunds.</Trans>,
	load: labels.load,
	renderRow: ({ title, description, color }) => ({ title, details: description, mark: <Swatch color={color} /> }),
	renderPage: (label) => <LabelForm label={label} />,
});

export const CannedResponsesView = createCollectionView({
	slug: 'canned-responses',
	title: <Trans>Saved replies</Trans>,
	lead: <Trans>Ready-made replies for the whole team, each with a short code.</Trans>,
	example: (
		<Trans>For example, “hours” for “We are here from Monday to Friday, 9 to 17.” In a reply, /hours inserts it.</Trans>
	),
	load: cannedResponses.load,
	renderRow: ({ short_code, content }) => ({
		title: <bdi dir="auto">{short_code}</bdi>,
		details: <bdi dir="auto">{shorten(content, EXCERPT)}</bdi>,
	}),
	renderPage: (response) => <CannedResponseForm response={response} />,
});

export const AttributesView = createCollectionView({
	slug: 'attributes',
	title: <Trans>Custom attributes</Trans>,
	lead: <Trans>What you record of contacts and conversations, with the names that your team sees.</Trans>,
	example: <Trans>For example, “Plan” of a contact, or “Order number” of a conversation.</Trans>,
	load: attributeDefinitions.load,
	renderRow: ({ attribute_display_name, attribute_key, attribute_model }) => ({
		title: <bdi>{attribute_display_name}</bdi>,
		details: (
			<>
				{attribute_model === 'contact_attribute' ? <Trans>Contacts</Trans> : <Trans>Conversations</Trans>} ·{' '}
				<bdi dir="ltr">{attribute_key}</bdi>
			</>
		),
	}),
	renderPage: (definition) => <AttributePage definition={definition} />,
});

export const WebhooksView = createCollectionView({
	slug: 'webhooks',
	title: <Trans>Webhooks</Trans>,
	lead: <Trans>Sends events to other programs.</Trans>,
	example: <Trans>For example, each new conversation appears in your CRM.</Trans>,
	load: webhooks.load,
	renderRow: ({ url, paused, subscriptions }) => ({
		title: <bdi dir="ltr">{url}</bdi>,
		details: (
			<>
				{paused ? <Trans>Paused</Trans> : <Trans context="webhook">Active</Trans>} ·{' '}
				<span dir="ltr">{subscriptions.join(', ')}</span>
			</>
		),
	}),
	renderPage: (webhook) => <WebhookPage webhook={webhook} />,
});

export const BotsView = createCollectionView({
	slug: 'bots',
	title: <Trans>Bots</Trans>,
	lead: <Trans>Programs that reply before people do.</Trans>,
	example: (
		<Trans>For example, a program that replies to “Where is my order?” and leaves other questions to your team.</Trans>
	),
	load: bots.load,
	renderRow: ({ name, outgoing_url }) => ({
		title: <bdi>{name}</bdi>,
		details: outgoing_url && <bdi dir="ltr">{outgoing_url}</bdi>,
	}),
	renderPage: (bot) => <BotPage bot={bot} />,
});

/** Campaigns are switched on and off in the list. */
export const CampaignsView = createCollectionView({
	slug: 'campaigns',
	title: <Trans>Campaigns</Trans>,
	lead: <Trans>Messages that the chat shows by itself on pages of your choice.</Trans>,
	example: <Trans>For example, after 30 seconds on the page with your prices: “Can I help you choose?”</Trans>,
	load: loadCampaigns,
	renderRow: ({ id, title, inbox, trigger_rules, enabled }) => ({
		title: <bdi>{title}</bdi>,
		details: (
			<>
				<bdi>{inbox.name}</bdi> · <bdi dir="ltr">{trigger_rules.url}</bdi>
			</>
		),
		action: <CampaignSwitch id={id} title={title} isEnabled={enabled} />,
	}),
	renderPage: (campaign) => <CampaignPage campaign={campaign} />,
});

export const PeopleView = createCollectionView({
	slug: 'people',
	title: <Trans>Agents</Trans>,
	lead: <Trans>Agents reply to visitors. Administrators can also change these settings.</Trans>,
	load: loadPeople,
	renderRow: ({ name, email, role }) => ({
		title: <bdi>{name}</bdi>,
		details: (
			<>
				<bdi>{email}</bdi> · {role === 'administrator' ? <Trans>Administrator</Trans> : <Trans>Agent</Trans>}
			</>
		),
	}),
	renderPage: (person) => <PersonPage person={person} />,
});

export const TeamsView = createCollectionView({
	slug: 'teams',
	title: <Trans>Teams</Trans>,
	lead: <Trans>Groups of people that conversations can be assigned to.</Trans>,
	load: loadTeams,
	renderRow: ({ name, description }) => ({
		title: <bdi>{name}</bdi>,
		details: description && <bdi dir="auto">{description}</bdi>,
	}),
	renderPage: (team) => <TeamPage team={team} />,
});

interface Facts<T> {
	/** The list's address within the settings. */
	slug: string;
	title: ReactNode;
	lead: ReactNode;
	/** What an item is for, where there is none yet. */
	example?: ReactNode;
	load: WritableAtom<null, [], Promise<readonly T[]>>;
	renderRow: (item: T) => Row;
	/** The page of an item, or of a new one. */
	renderPage: (item: T | undefined) => ReactNode;
}

/** A section of the settings that is one list. */
function createCollectionView<T extends { id: number }>({ slug, load, ...facts }: Facts<T>) {
	return function CollectionView({ path }: { path: readonly string[] }) {
		return <Collection base={[slug]} path={path} load={useSetAtom(load)} idOf={({ id }) => id} {...facts} />;
	};
}
