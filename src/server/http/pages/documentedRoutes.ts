/** What the API reference documents: every route table, and its callers. */
import { applicationRoutes } from '#protocol/applicationRoutes.ts';
import { publicRoutes } from '#protocol/publicRoutes.ts';
import type { Caller, RouteTable } from '#protocol/routes.ts';
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
];

export const CALLERS: Record<Caller, string> = {
	public: 'Everyone.',
	channel: 'Everyone who names a channel with website_token.',
	visitor: 'The visitor: website_token, and the visitor’s token in the header X-Auth-Token.',
	agent: 'A member of the account: the header api_access_token.',
	agentOrBot: 'A member of the account, or a bot that answers in one of its inboxes: the header api_access_token.',
	user: 'Any agent: the header api_access_token.',
};
