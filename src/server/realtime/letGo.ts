/** Connections that end together, and milliseconds until the next do. */
const SLICE = 100;
const PAUSE = 100;
/** Together with the pauses between them less than 5 s. */
const SLICES_MAX = 50;

/**
 * Ends the connections in slices: each of their clients comes back, and a server that has just started cannot take all of
 * them at the same moment. A hundred end at once; 5,000 and more take nearly 5 s.
 */
export async function letGo<T>(connections: readonly T[], end: (connection: T) => void): Promise<void> {
	const size = Math.max(SLICE, Math.ceil(connections.length / SLICES_MAX));
	for (let start = 0; start < connections.length; start += size) {
		if (start > 0) await new Promise((resolve) => setTimeout(resolve, PAUSE));
		for (const connection of connections.slice(start, start + size)) end(connection);
	}
}
