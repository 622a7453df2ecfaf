/** Which view follows from what happens: the navigation rules as one table. */
import type { RouteName } from './routes.ts';

export interface Situation {
	route: RouteName;
	/** The panel is open, or the chat has a window of its own. */
	isOpen: boolean;
	hasMessages: boolean;
	unreadCount: number;
	/** The first page of messages has yet to be read. */
	isWaiting: boolean;
	/** The pre-chat form comes before the first message. */
	isFormDue: boolean;
	/** Unread messages may come up over the page. */
	hasUnreadDialog: boolean;
	/** A campaign wants to show. */
	hasCampaign: boolean;
}

/**
 * `started`: the visitor wants to write. `loaded`: the first page of messages has been read, which an opening may have come
 * before. `form changed`: it is due, or no longer.
 */
export type Happening =
	| 'opened'
	| 'loaded'
	| 'closed'
	| 'unread changed'
	| 'started'
	| 'form changed'
	| 'campaign changed';

interface Rule {
	when: Happening;
	from: readonly RouteName[];
	if: (situation: Situation) => boolean;
	to: RouteName;
}

const PREVIEWS = ['unread-messages', 'campaigns'] as const;
const IN_THE_PANEL = ['home', 'messages', 'prechat-form', 'article-viewer', 'earlier-messages'] as const;

/** The first rule that fits decides. */
const RULES: readonly Rule[] = [
	{ when: 'opened', from: ['home'], if: ({ hasMessages }) => hasMessages, to: 'messages' },
	{ when: 'loaded', from: ['home'], if: ({ isOpen, hasMessages }) => isOpen && hasMessages, to: 'messages' },
	{ when: 'opened', from: ['campaigns'], if: ({ isFormDue }) => isFormDue, to: 'prechat-form' },
	{ when: 'opened', from: PREVIEWS, if: () => true, to: 'messages' },
	{ when: 'closed', from: PREVIEWS, if: () => true, to: 'home' },
	{
		when: 'unread changed',
		from: [...IN_THE_PANEL, 'campaigns'],
		if: ({ isOpen, unreadCount, hasUnreadDialog }) => !isOpen && unreadCount > 0 && hasUnreadDialog,
		to: 'unread-messages',
	},
	{ when: 'started', from: ['home'], if: ({ isFormDue }) => isFormDue, to: 'prechat-form' },
	{ when: 'started', from: ['home'], if: () => true, to: 'messages' },
	// A new conversation was asked for, or the address names the messages before there are any.
	{
		when: 'form changed',
		from: ['messages'],
		if: ({ isFormDue, isWaiting }) => isFormDue && !isWaiting,
		to: 'prechat-form',
	},
	{ when: 'form changed', from: ['prechat-form'], if: ({ isFormDue }) => !isFormDue, to: 'messages' },
	{
		when: 'campaign changed',
		from: IN_THE_PANEL,
		if: ({ isOpen, hasCampaign, hasMessages }) => hasCampaign && !isOpen && !hasMessages,
		to: 'campaigns',
	},
	// Another page, or the server has ended it.
	{ when: 'campaign changed', from: ['campaigns'], if: ({ hasCampaign }) => !hasCampaign, to: 'home' },
	// Read in another tab, or deleted by the team: nothing is left to preview. Or the page does not want any.
	{
		when: 'unread changed',
		from: ['unread-messages'],
		if: ({ unreadCount, hasUnreadDialog }) => unreadCount === 0 || !hasUnreadDialog,
		to: 'home',
	},
];

/** The view to show after `happening`; the current one when no rule has a say. */
export function nextRoute(happening: Happening, situation: Situation): RouteName {
	const rule = RULES.find(
		({ when, from, if: fits }) => when === happening && from.includes(situation.route) && fits(situation),
	);
	return rule?.to ?? situation.route;
}
