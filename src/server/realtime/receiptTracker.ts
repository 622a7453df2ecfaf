/**
 * Which messages a visitor's connection has taken (docs/wire.md, Reading and typing). A connection
 * keeps the order, so whatever was sent before a ping has arrived once that ping is answered. No
 * client has to do anything for it.
 */
import { MessageType } from '#protocol/entities/entities.ts';
import type { Delivery } from '../events/broadcaster.ts';

/** The newest message of a conversation that has arrived, and with it all before it. */
export interface DeliveryReceipt {
	accountId: number;
	/** Display id of the conversation. */
	displayId: number;
	messageId: number;
}

export interface ReceiptTracker {
	/** Called for what is sent to the connection. */
	noteSent(delivery: Delivery): void;
	/** Called when a ping is sent. */
	notePing(): void;
	/** Called when a ping is answered. */
	notePong(): void;
}

/** For one connection of a visitor of the account. */
export function createReceiptTracker(accountId: number, onTaken: (taken: DeliveryReceipt) => void): ReceiptTracker {
	/** Display id → id of the newest message: since the last ping, and before it. */
	let sent = new Map<number, number>();
	let pinged = new Map<number, number>();
	return {
		noteSent(delivery) {
			if (isForVisitor(delivery)) advance(sent, delivery.data.conversation_id, delivery.data.id);
		},
		notePing() {
			for (const [displayId, messageId] of sent) advance(pinged, displayId, messageId);
			sent = new Map();
		},
		notePong() {
			const taken = pinged;
			pinged = new Map();
			for (const [displayId, messageId] of taken) onTaken({ accountId, displayId, messageId });
		},
	};
}

/** Messages of several processes may come in another order than that of their ids. */
function advance(newest: Map<number, number>, displayId: number, messageId: number): void {
	newest.set(displayId, Math.max(newest.get(displayId) ?? 0, messageId));
}

/** Whether it is a new message of the team. */
function isForVisitor(delivery: Delivery): delivery is Extract<Delivery, { event: 'message.created' }> {
	if (delivery.event !== 'message.created') return false;
	const { message_type } = delivery.data;
	return message_type === MessageType.OUTGOING || message_type === MessageType.TEMPLATE;
}
