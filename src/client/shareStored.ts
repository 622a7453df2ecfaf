// chunk: elsewhere
import * as v from 'valibot';
import { followWrites, readText, storedKeys, applyChange } from './storage.ts';

const Change = v.object({ key: v.string(), text: v.nullable(v.string()) });

/**
 * Copies every change of stored keys that begin with one of `starts` to the window at the other end
 * of `port`, and takes over that window's changes: browsers separate a frame's storage from that of
 * a window of the same origin. Returns the undo.
 */
export function shareStored(port: MessagePort, starts: readonly string[]): () => void {
	const isShared = (key: string) => starts.some((start) => key.startsWith(start));
	for (const key of starts.flatMap(storedKeys)) port.postMessage({ key, text: readText(key) });
	const unfollow = followWrites((change) => {
		if (isShared(change.key)) port.postMessage(change);
	});
	port.onmessage = ({ data }) => {
		const { success, output } = v.safeParse(Change, data);
		if (success && isShared(output.key)) applyChange(output);
	};
	return () => {
		unfollow();
		port.close();
	};
}
