/**
 * The browser's storage that never throws. What it refuses to keep (denied to third-party frames, quota exceeded) is
 * remembered until the page goes away.
 */
const PREFIX = 'live-chat-widget:';

/** What was written under a key; null: it was removed. */
export interface Change {
	key: string;
	text: string | null;
}

const memory = new Map<string, string>();
const watchers = new Set<(key: string) => void>();
const writes = new Set<(change: Change) => void>();
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
	write({ key, text });
}

export function removeStored(key: string): void {
	write({ key, text: null });
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

/** Calls back when this window writes. Returns the undo. */
export function followWrites(onWrite: (change: Change) => void): () => void {
	writes.add(onWrite);
	return () => writes.delete(onWrite);
}

/** What another window has written, where browsers keep its storage apart from this one's. */
export function takeOver(change: Change): void {
	put(change);
	for (const watch of watchers) watch(change.key);
}

function area(): Storage {
	return isForWindow ? sessionStorage : localStorage;
}

/** Throws where the browser denies it. */
export function readText(key: string): string | null {
	return memory.get(key) ?? area().getItem(PREFIX + key);
}

function write(change: Change): void {
	put(change);
	for (const tell of writes) tell(change);
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
