/** What the API reference documents: every route table, and who may call. */
import { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import { incomingMailRoutes } from '#protocol/incomingMailRoutes.ts';
import { publicRoutes } from '#protocol/publicRoutes.ts';
import type { Role, Route, RouteTable } from '#protocol/base/routes.ts';
import { widgetRoutes } from '#protocol/widgetRoutes.ts';

interface DocumentedTable {
	/** Prefix of the table's operation ids, which have to be unique over all tables. */
	prefix: string;
	title: string;
	table: RouteTable;
}

export const TABLES: readonly DocumentedTable[] = [
	{ prefix: 'widget', title: 'The visitor’s side', table: widgetRoutes },
	{ prefix: 'application', title: 'The team’s side', table: applicationRoutes },
	{ prefix: 'public', title: 'For everyone', table: publicRoutes },
	{ prefix: 'mail', title: 'For mail servers', table: incomingMailRoutes },
];

const ROLES: Record<Role, string> = {
	public: 'Everyone.',
	channel: 'Everyone who names a channel with website_token.',
	visitor: 'The visitor: website_token, and the visitor’s token in the header X-Auth-Token.',
	user: 'Any agent: the header api_access_token.',
	member: 'A member of the account: the header api_access_token.',
	memberOrBot: 'A member of the account, or a bot that answers in one of its inboxes: the header api_access_token.',
	administrator: 'An administrator of the account: the header api_access_token.',
};

export function describeCallers({ role, inbox }: Route): string {
	return inbox
		? `${ROLES[role]} They have to be in the inbox of what the request names; administrators are in each.`
		: ROLES[role];
}
