/** The number of connections that end at once, and the milliseconds until the next do. */
const SLICE = 100;
const PAUSE = 100;
/** With the pauses in between, all slices take less than 5 s. */
const SLICES_MAX = 50;

/**
 * Ends connections in slices: all clients reconnect, and a server that has just started cannot
 * accept all of them at the same moment. A hundred end at once; 5,000 and more take nearly 5 s.
 */
export async function drainConnections<T>(connections: readonly T[], end: (connection: T) => void): Promise<void> {
	const size = Math.max(SLICE, Math.ceil(connections.length / SLICES_MAX));
	for (let start = 0; start < connections.length; start += size) {
		if (start > 0) await new Promise((resolve) => setTimeout(resolve, PAUSE));
		for (const connection of connections.slice(start, start + size)) end(connection);
	}
}
