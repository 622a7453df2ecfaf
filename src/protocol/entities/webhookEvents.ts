/** The events that bots and webhooks can subscribe to (docs/application-api.md, Webhooks). */

export const WEBHOOK_EVENTS = [
	'contact_created',
	'contact_deleted',
	'contact_updated',
	'conversation_created',
	'conversation_status_changed',
	'conversation_updated',
	'message_created',
	'message_updated',
	'webwidget_triggered',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

export type BotEvent =
	| 'message_created'
	| 'message_updated'
	| 'conversation_opened'
	| 'conversation_resolved'
	| 'webwidget_triggered';
