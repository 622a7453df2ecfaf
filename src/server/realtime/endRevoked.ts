/** Ends the connections of members of the team whose token or session is revoked or expired, or who are in the team no more. */
import type { Access } from '../store/credentials.ts';
import type { Repositories } from '../store/store.ts';

/** A connection of a member of the team. */
export interface TeamConnection {
	access: Access;
	end(): void;
}

/**
 * Milliseconds between two looks. Every process asks the database itself: commands revoke too, and nothing has to reach
 * the process for it to know.
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
			// The database does not answer: the next look asks again.
		} finally {
			isLooking = false;
		}
	};
	const timer = setInterval(() => void look(), PERIOD);
	return () => clearInterval(timer);
}
