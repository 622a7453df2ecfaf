/**
 * The browser's storage that never throws. What it refuses to keep (denied to third-party frames, quota exceeded) is
 * remembered until the page goes away.
 */
import * as v from 'valibot';

const PREFIX = 'live-chat-widget:';

/** What was written under a key by another window; null: it was removed. */
const Change = v.object({ key: v.string(), text: v.nullable(v.string()) });
type Change = v.InferOutput<typeof Change>;

interface Share {
	port: MessagePort;
	/** Keys that begin with one of these are shared. */
	starts: readonly string[];
}

const memory = new Map<string, string>();
const watchers = new Set<(key: string) => void>();
const shares = new Set<Share>();
let isForWindow = false;

/**
 * From now on nothing is kept for longer than this window is open: other people may use the device after, and what the embedding
 * page forgets of its visitor it cannot forget in here.
 */
export function keepForWindow(isWished: boolean): void {
	isForWindow = isWished;
}

/** The JSON kept under `key`, or undefined when there is none. */
export function readStored(key: string): unknown {
	try {
		const text = readText(key);
		return text === null ? undefined : JSON.parse(text);
	} catch {
		return undefined;
	}
}

export function writeStored(key: string, value: unknown): void {
	const text = JSON.stringify(value);
	put({ key, text });
	tellShares({ key, text });
}

export function removeStored(key: string): void {
	put({ key, text: null });
	tellShares({ key, text: null });
}

/** Every key that begins with `start`. */
export function storedKeys(start: string): string[] {
	const keys = new Set(memory.keys());
	try {
		for (const key of Object.keys(area())) {
			if (key.startsWith(PREFIX)) keys.add(key.slice(PREFIX.length));
		}
	} catch {
		// Denied: what there is, is in memory.
	}
	return [...keys].filter((key) => key.startsWith(start));
}

/** Calls back when another window of this browser changes a key that begins with `start`. Returns the undo. */
export function watchStored(start: string, onChange: () => void): () => void {
	const handle = (key: string) => {
		if (key.startsWith(start)) onChange();
	};
	const listen = ({ key }: StorageEvent) => {
		if (key === null) onChange();
		else if (key.startsWith(PREFIX)) handle(key.slice(PREFIX.length));
	};
	watchers.add(handle);
	addEventListener('storage', listen);
	return () => {
		watchers.delete(handle);
		removeEventListener('storage', listen);
	};
}

/**
 * Shares what is kept under keys that begin with one of `starts` with the window at the other end of `port`, which does the
 * same: browsers keep a frame's storage apart from that of a window of the same origin. Returns the undo.
 */
export function shareStored(port: MessagePort, starts: readonly string[]): () => void {
	const share = { port, starts };
	for (const key of starts.flatMap(storedKeys)) port.postMessage({ key, text: readText(key) } satisfies Change);
	shares.add(share);
	port.onmessage = ({ data }) => {
		const result = v.safeParse(Change, data);
		if (!result.success || !isShared(share, result.output)) return;
		put(result.output);
		for (const watch of watchers) watch(result.output.key);
	};
	return () => {
		shares.delete(share);
		port.close();
	};
}

function area(): Storage {
	return isForWindow ? sessionStorage : localStorage;
}

/** Throws where the browser denies it. */
function readText(key: string): string | null {
	return memory.get(key) ?? area().getItem(PREFIX + key);
}

function put({ key, text }: Change): void {
	memory.delete(key);
	try {
		if (text === null) area().removeItem(PREFIX + key);
		else area().setItem(PREFIX + key, text);
	} catch {
		// Denied: then nothing was kept there either.
		if (text !== null) memory.set(key, text);
	}
}

function tellShares(change: Change): void {
	for (const share of shares) {
		if (isShared(share, change)) share.port.postMessage(change);
	}
}

function isShared({ starts }: Share, { key }: Change): boolean {
	return starts.some((start) => key.startsWith(start));
}
