/** Calls of the server that the page's requests make, as the visitor. */
import { SEND_TIMEOUT } from '#protocol/base/limits.ts';
import type { Route, RouteResponse } from '#protocol/base/routes.ts';
import { widgetRoutes } from '#protocol/widgetRoutes.ts';
import type { CallInput } from '#client/rest.ts';
import { authTokenAtom, callAsVisitor, type Filled, whenIdentityKnown } from '../../features/session/session.ts';
import { MethodError } from './methodError.ts';
import type { Store } from '../routing/store.ts';

/** Rejects with a `RequestError`. */
export function callServer<R extends Route>(
	store: Store,
	route: R,
	input: CallInput<R, Filled>,
): Promise<RouteResponse<R>> {
	return callAsVisitor(store.get, store.set, route, input, { timeout: SEND_TIMEOUT });
}

/**
 * The server accepts labels without a conversation and drops them; the page shall get an error
 * instead.
 */
export async function changeConversation<R extends Route>(
	store: Store,
	route: R,
	input: CallInput<R, Filled>,
): Promise<void> {
	if (!(await hasConversation(store))) throw new MethodError('NO_CONVERSATION');
	await callServer(store, route, input);
}

/** Whether the visitor has a session, once it is known who that is. */
export async function hasSession(store: Store): Promise<boolean> {
	await whenIdentityKnown(store.get);
	return store.get(authTokenAtom) !== undefined;
}

/**
 * Whether the visitor has a conversation. A visitor without a session has none, and is not made a
 * contact by the question.
 */
export async function hasConversation(store: Store): Promise<boolean> {
	if (!(await hasSession(store))) return false;
	const { id } = await callServer(store, widgetRoutes.showConversation, {});
	return id !== undefined;
}
