/**
 * Mails that no recipient has asked for, as they wait for delivery: to visitors who have left, and
 * agents who are away.
 */
import { NOTIFICATION_EVENTS } from '#protocol/entities/notifications.ts';
import type { Mail } from './mail.ts';

/** What deliveries to visitors who have left are called (services/mailMissedReplies.ts). */
export const AWAY_MAIL_EVENTS = ['answers', 'rating'] as const;
export type AwayMailEvent = (typeof AWAY_MAIL_EVENTS)[number];

/** What deliveries to agents who are away are called (services/mailAgents.ts). */
export const AGENT_MAIL_EVENTS = NOTIFICATION_EVENTS.map((event) => `agent_${event}` as const);

export interface UnaskedMail extends Mail {
	/**
	 * Ids: it tells of what follows the one message, up to the other. Absent in mails to agents
	 * that a former version has queued.
	 */
	tellsOf?: { after: number; until: number };
}
