/** The devices on which agents get push notifications (docs/application-api.md, Notifications). */
import { Problem } from '../../base/problem.ts';
import type { Credential } from '../../store/people/credentials.ts';
import type { PushSubscriptionRow } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';

/** Devices of one agent that get push notifications; the oldest go. */
const PUSH_DEVICES_MAX = 20;

export interface NewPushDevice extends Pick<PushSubscriptionRow, 'endpoint' | 'p256dh' | 'auth' | 'device'> {
	userId: number;
	/** It ends with that. */
	signIn: Credential;
}

/** Subscribing again replaces what the browser had, also as another person. */
export async function addPushDevice(
	{ pushSubscriptions }: Repositories,
	{ userId, signIn, ...device }: NewPushDevice,
): Promise<PushSubscriptionRow> {
	const row = await pushSubscriptions.put({
		...device,
		user_id: userId,
		desk_session_id: signIn.kind === 'session' ? signIn.id : null,
		access_token_id: signIn.kind === 'token' ? signIn.id : null,
		created_at: Date.now(),
	});
	await pushSubscriptions.deleteBeyond(userId, PUSH_DEVICES_MAX);
	return row;
}

/** Throws NOT_FOUND. */
export async function removePushDevice({ pushSubscriptions }: Repositories, userId: number, id: number): Promise<void> {
	if (!(await pushSubscriptions.delete(userId, id))) throw new Problem({ code: 'NOT_FOUND' });
}

/** Whether the device was added by this sign-in. */
export function isAddedBy(
	{ desk_session_id, access_token_id }: PushSubscriptionRow,
	{ kind, id }: Credential,
): boolean {
	return (kind === 'session' ? desk_session_id : access_token_id) === id;
}
