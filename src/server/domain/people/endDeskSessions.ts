/** Signs agents out of the browsers in which they use the desk. */
import { Problem } from '../../base/problem.ts';
import type { Repositories } from '../../store/store.ts';
import { recordUser } from '../recordChange.ts';

/** Ends one session of the agent. Throws `SESSION_UNKNOWN`. */
export async function endDeskSession(store: Repositories, userId: number, id: number): Promise<void> {
	if (!(await store.deskSessions.delete(userId, id))) throw new Problem({ code: 'SESSION_UNKNOWN', id });
	await recordUser(store, userId, { action: 'end_sessions' });
}

/** Ends all sessions of the agent. */
export async function endDeskSessions(store: Repositories, userId: number): Promise<void> {
	await store.deskSessions.deleteAll(userId);
	await recordUser(store, userId, { action: 'end_sessions' });
}
