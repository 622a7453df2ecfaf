/**
 * Ends connections whose token or session is revoked or expired, and those of agents who have left
 * the team.
 */
import type { Access, NamedSession } from '../store/people/credentials.ts';
import type { CableServices } from './subscriber.ts';

/** A connection of an agent. */
export interface TeamConnection {
	access: Access;
	end(): void;
}

/** A connection of a visitor. */
export interface VisitorConnection {
	session: NamedSession;
	end(): void;
}

/**
 * Milliseconds between two checks. Every process checks the database itself, since commands revoke
 * as well, and cannot notify the processes. Visitors are many.
 */
const PERIODS = { team: 500, visitors: 5_000 };

/** Returns the undo. */
export function endRevoked(
	{ store: { credentials }, sessionLifetime }: Pick<CableServices, 'store' | 'sessionLifetime'>,
	listTeam: () => TeamConnection[],
	listVisitors: () => VisitorConnection[],
): () => void {
	const undos = [
		repeat(PERIODS.team, listTeam, (connections) =>
			credentials.findEnded(connections.map(({ access, end }) => ({ ...access, end }))),
		),
		repeat(PERIODS.visitors, listVisitors, (connections) =>
			credentials.findEndedSessions(
				connections.map(({ session, end }) => ({ ...session, end })),
				Date.now() - sessionLifetime,
			),
		),
	];
	return () => undos.forEach((undo) => undo());
}

/** Ends those of the connections that `findEnded` answers, again and again. Returns the undo. */
function repeat<C>(
	period: number,
	listConnections: () => C[],
	findEnded: (connections: C[]) => Promise<{ end(): void }[]>,
): () => void {
	let isLooking = false;
	const look = async (): Promise<void> => {
		const connections = listConnections();
		if (isLooking || connections.length === 0) return;
		isLooking = true;
		try {
			for (const { end } of await findEnded(connections)) end();
		} catch {
			// The database does not answer; the next check asks again.
		} finally {
			isLooking = false;
		}
	};
	const timer = setInterval(() => void look(), period);
	return () => clearInterval(timer);
}
