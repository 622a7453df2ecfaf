import type { EventPublisher } from './eventPublisher.ts';

const silent = async () => {};

/**
 * For programs beside the server, which cannot reach the people that are connected: these learn of
 * a change when they read again.
 */
export const silentPublisher: EventPublisher = {
	conversation: silent,
	messageCreated: silent,
	messagesUpdated: silent,
	messageAppended: silent,
	contactCreated: silent,
	contactUpdated: silent,
	contactAbsorbed: silent,
	contactDeleted: silent,
	sessionDeleted: silent,
	conversationsDeleted: silent,
	accountChanged: silent,
	typing: silent,
	viewing: silent,
	notify: silent,
	mentioned: silent,
	notificationsUpdated: silent,
	notificationsDeleted: silent,
	widgetOpened: silent,
};
