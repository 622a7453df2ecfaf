/** The pages of the settings, in the order of their list. */
import { Trans } from '@lingui/react/macro';
import type { FunctionComponent, ReactNode } from 'react';
import type { Profile } from '#protocol/entities/entities.ts';
import { AccountView } from './people/AccountView.tsx';
import { AuditLogView } from './auditLog/AuditLogView.tsx';
import {
	AttributesView,
	BotsView,
	CampaignsView,
	CannedResponsesView,
	LabelsView,
	PeopleView,
	TeamsView,
	WebhooksView,
} from './collections.tsx';
import { HelpCentreView } from './helpCentre/HelpCentreView.tsx';
import { MailView } from './mail/MailView.tsx';
import { NotificationsView } from './people/NotificationsView.tsx';
import { TeamView } from './people/TeamView.tsx';
import { WebsitesView } from './websites/WebsitesView.tsx';

export interface Section {
	/** In the address. */
	slug: string;
	title: ReactNode;
	/** Whether agents have it too; all others are for administrators. */
	isForAgents?: true;
	View: FunctionComponent<SectionProps>;
}

export interface SectionProps {
	agent: Profile;
	/** What follows the section's slug in the address. */
	path: readonly string[];
}

const SECTIONS: readonly (readonly Section[])[] = [
	[
		{ slug: 'account', title: <Trans>My account</Trans>, isForAgents: true, View: AccountView },
		{ slug: 'notifications', title: <Trans>Notifications</Trans>, isForAgents: true, View: NotificationsView },
	],
	[
		{ slug: 'websites', title: <Trans>Websites</Trans>, isForAgents: true, View: WebsitesView },
		{ slug: 'campaigns', title: <Trans>Campaigns</Trans>, View: CampaignsView },
		{ slug: 'help-centre', title: <Trans>Help center</Trans>, View: HelpCentreView },
	],
	[
		{ slug: 'team', title: <Trans context="settings">General</Trans>, View: TeamView },
		{ slug: 'people', title: <Trans>Agents</Trans>, View: PeopleView },
		{ slug: 'teams', title: <Trans>Teams</Trans>, View: TeamsView },
		{ slug: 'labels', title: <Trans>Labels</Trans>, View: LabelsView },
		{ slug: 'attributes', title: <Trans>Custom attributes</Trans>, View: AttributesView },
		{ slug: 'canned-responses', title: <Trans>Saved replies</Trans>, isForAgents: true, View: CannedResponsesView },
	],
	[
		{ slug: 'bots', title: <Trans>Bots</Trans>, View: BotsView },
		{ slug: 'webhooks', title: <Trans>Webhooks</Trans>, View: WebhooksView },
		{ slug: 'mail', title: <Trans context="settings">Email</Trans>, View: MailView },
		{ slug: 'audit-log', title: <Trans>Audit log</Trans>, View: AuditLogView },
	],
];

/** The groups of pages that an administrator, or an agent, sees. */
export function listSections(isAdministrator: boolean): (readonly Section[])[] {
	return SECTIONS.map((group) => group.filter(({ isForAgents }) => isAdministrator || isForAgents)).filter(
		(group) => group.length > 0,
	);
}
