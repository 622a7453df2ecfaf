/** Signs agents out of the browsers in which they use the desk. */
import { Problem } from '../base/problem.ts';
import type { Repositories } from '../store/store.ts';

/** Ends one session of the agent. Throws `SESSION_UNKNOWN`. */
export async function endDeskSession({ deskSessions }: Repositories, userId: number, id: number): Promise<void> {
	if (!(await deskSessions.delete(userId, id))) throw new Problem({ code: 'SESSION_UNKNOWN', id });
}

/** Ends all sessions of the agent. */
export function endDeskSessions({ deskSessions }: Repositories, userId: number): Promise<void> {
	return deskSessions.deleteAll(userId);
}
