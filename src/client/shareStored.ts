import * as v from 'valibot';
import { followWrites, readText, storedKeys, takeOver } from './storage.ts';

const Change = v.object({ key: v.string(), text: v.nullable(v.string()) });

/**
 * Shares what is kept under keys that begin with one of `starts` with the window at the other end of `port`, which does the
 * same: browsers keep a frame's storage apart from that of a window of the same origin. Returns the undo.
 */
export function shareStored(port: MessagePort, starts: readonly string[]): () => void {
	const isShared = (key: string) => starts.some((start) => key.startsWith(start));
	for (const key of starts.flatMap(storedKeys)) port.postMessage({ key, text: readText(key) });
	const unfollow = followWrites((change) => {
		if (isShared(change.key)) port.postMessage(change);
	});
	port.onmessage = ({ data }) => {
		const { success, output } = v.safeParse(Change, data);
		if (success && isShared(output.key)) takeOver(output);
	};
	return () => {
		unfollow();
		port.close();
	};
}
