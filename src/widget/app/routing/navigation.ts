/** The navigation rules as one table: the view that follows from each event. */
import type { RouteName } from './routes.ts';

export interface Situation {
	route: RouteName;
	/** The panel is open, or the chat has a window of its own. */
	isOpen: boolean;
	hasMessages: boolean;
	unreadCount: number;
	/** The first page of messages is still loading. */
	isWaiting: boolean;
	/** The pre-chat form has to be filled in before the first message. */
	isFormDue: boolean;
	/** The page lets unread messages be shown over it. */
	hasUnreadDialog: boolean;
	/** A campaign is ready to be shown. */
	hasCampaign: boolean;
}

/**
 * `started`: the visitor wants to write. `loaded`: the first page of messages has been read,
 * perhaps after the panel opened. `form changed`: whether the form is due has changed.
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

/** The first rule that matches decides. */
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
	// The visitor asked for a new conversation, or the address names the conversation before there
	// is one.
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
	// The page's address has changed, or the server has ended the campaign.
	{ when: 'campaign changed', from: ['campaigns'], if: ({ hasCampaign }) => !hasCampaign, to: 'home' },
	// The messages were read in another tab or deleted by the team, or the page wants no previews.
	{
		when: 'unread changed',
		from: ['unread-messages'],
		if: ({ unreadCount, hasUnreadDialog }) => unreadCount === 0 || !hasUnreadDialog,
		to: 'home',
	},
];

/** The view to show after an event; the current one when no rule matches. */
export function nextRoute(happening: Happening, situation: Situation): RouteName {
	const rule = RULES.find(
		({ when, from, if: fits }) => when === happening && from.includes(situation.route) && fits(situation),
	);
	return rule?.to ?? situation.route;
}
