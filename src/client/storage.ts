/**
 * The browser's storage without its exceptions. What the browser refuses to keep (denied to third-party frames, quota
 * exceeded) is kept in memory until the page is closed.
 */
const PREFIX = 'live-chat-widget:';

/** A change of one key; a null text means that it was removed. */
export interface Change {
	key: string;
	text: string | null;
}

const memory = new Map<string, string>();
const watchers = new Set<(key: string) => void>();
const writes = new Set<(change: Change) => void>();
let isForWindow = false;
/** Beginnings of the keys that are held. */
let held: readonly string[] = [];

/**
 * Keeps nothing for longer than this window is open. It is for devices that other people may use afterwards: the embedding
 * page can forget its visitor, but cannot delete what the frame has stored.
 */
export function keepForWindow(isWished: boolean): void {
	isForWindow = isWished;
}

/**
 * From now on, what the browser has stored under keys that begin with one of `starts` is hidden, and what is written under them
 * is kept in memory alone.
 */
export function holdStored(starts: readonly string[]): void {
	held = starts;
}

/** What was written meanwhile, by key. */
export function readHeld(): Map<string, unknown> {
	return new Map([...memory.keys()].filter(isHeld).map((key) => [key, readStored(key)]));
}

/** Ends the holding. Returns what was written meanwhile, by key; undefined where nothing was held. */
export function releaseStored(): Map<string, unknown> | undefined {
	if (held.length === 0) return undefined;
	const written = readHeld();
	for (const key of written.keys()) memory.delete(key);
	held = [];
	return written;
}

/** The JSON stored under `key`, or undefined when there is none. */
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

/** All stored keys that begin with `start`. */
export function storedKeys(start: string): string[] {
	const keys = new Set(memory.keys());
	try {
		for (const key of Object.keys(area())) {
			const own = key.slice(PREFIX.length);
			if (key.startsWith(PREFIX) && !isHeld(own)) keys.add(own);
		}
	} catch {
		// Storage is denied, so all keys are in memory.
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

/** Calls back on each write of this window. Returns the undo. */
export function followWrites(onWrite: (change: Change) => void): () => void {
	writes.add(onWrite);
	return () => writes.delete(onWrite);
}

/** Applies a change from another window, where browsers separate that window's storage from this one's. */
export function applyChange(change: Change): void {
	storeChange(change);
	for (const watch of watchers) watch(change.key);
}

function isHeld(key: string): boolean {
	return held.some((start) => key.startsWith(start));
}

function area(): Storage {
	return isForWindow ? sessionStorage : localStorage;
}

/** Reads from the browser's storage. Throws where the browser denies it. */
export function readText(key: string): string | null {
	return memory.get(key) ?? (isHeld(key) ? null : area().getItem(PREFIX + key));
}

function write(change: Change): void {
	storeChange(change);
	for (const listener of writes) listener(change);
}

function storeChange({ key, text }: Change): void {
	memory.delete(key);
	if ((isHeld(key) || !storeInBrowser(key, text)) && text !== null) memory.set(key, text);
}

/** Answers false where storage is denied: nothing was stored there before either. */
function storeInBrowser(key: string, text: string | null): boolean {
	try {
		if (text === null) area().removeItem(PREFIX + key);
		else area().setItem(PREFIX + key, text);
		return true;
	} catch {
		return false;
	}
}
