/** Which other agents have a conversation open. */
import { atom } from 'jotai/vanilla';
import { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import type { UserSender } from '#protocol/entities/entities.ts';
import { PRESENCE_INTERVAL } from '#protocol/base/limits.ts';
import type { ViewingEvent } from '#protocol/entities/realtime.ts';
import { knownConversationsAtom } from '../../conversations/conversations.ts';
import { account, call } from '../../session/api.ts';
import { agentAtom } from '../../session/session.ts';

const NOBODY: readonly UserSender[] = [];

/** Conversation's display id → the others. */
const viewersAtom = atom<ReadonlyMap<number, readonly UserSender[]>>(new Map());

export const viewersOfAtom = atom((get) => {
	const viewers = get(viewersAtom);
	return (id: number) => viewers.get(id) ?? NOBODY;
});

/**
 * Tells the team that this agent has the conversation open, while the window is looked at. Returns
 * the undo.
 */
export const viewConversation = atom(null, (_get, set, id: number) => {
	let timer: ReturnType<typeof setInterval> | undefined;
	const stop = (): void => {
		if (timer === undefined) return;
		clearInterval(timer);
		timer = undefined;
		void set(report, id, false);
	};
	const follow = (): void => {
		if (document.visibilityState !== 'visible') return stop();
		if (timer !== undefined) return;
		void set(report, id, true);
		timer = setInterval(() => void set(report, id, true), PRESENCE_INTERVAL);
	};
	follow();
	document.addEventListener('visibilitychange', follow);
	return () => {
		document.removeEventListener('visibilitychange', follow);
		stop();
	};
});

export const receiveViewers = atom(null, (get, set, { conversation_id, users }: Omit<ViewingEvent, 'account_id'>) => {
	const me = get(agentAtom)?.id;
	const others = users.filter((user) => user.id !== me);
	set(viewersAtom, (viewers) => new Map(viewers).set(conversation_id, others));
});

/**
 * Never rejects: the next report follows. After a sign-out none does: the others see the agent
 * until the last expires. Nor does one of a conversation that has been deleted.
 */
const report = atom(null, async (get, set, id: number, viewing: boolean) => {
	if (!get(agentAtom) || !get(knownConversationsAtom).has(id)) return;
	try {
		const params = { ...account(get), id };
		const { payload } = await call(get, applicationRoutes.viewConversation, { params, body: { viewing } });
		if (viewing) set(receiveViewers, { conversation_id: id, users: payload });
	} catch (error) {
		console.debug('Nobody was told of what is open here', error);
	}
});
