/** Ends connections of agents whose token or session is revoked or expired, or who have left the team. */
import type { Access } from '../store/credentials.ts';
import type { Repositories } from '../store/store.ts';

/** A connection of an agent. */
export interface TeamConnection {
	access: Access;
	end(): void;
}

/**
 * Milliseconds between two checks. Every process checks the database itself, since commands revoke as well, and cannot notify
 * the processes.
 */
const PERIOD = 500;

/** Returns the undo. */
export function endRevoked(
	{ credentials }: Pick<Repositories, 'credentials'>,
	listConnections: () => TeamConnection[],
): () => void {
	let isLooking = false;
	const look = async (): Promise<void> => {
		const connections = listConnections();
		if (isLooking || connections.length === 0) return;
		isLooking = true;
		try {
			const accesses = connections.map(({ access, end }) => ({ ...access, end }));
			for (const { end } of await credentials.findEnded(accesses)) end();
		} catch {
			// The database does not answer; the next check asks again.
		} finally {
			isLooking = false;
		}
	};
	const timer = setInterval(() => void look(), PERIOD);
	return () => clearInterval(timer);
}
