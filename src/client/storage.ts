/**
 * The browser's storage without its exceptions. What the browser refuses to keep (denied to
 * third-party frames, quota exceeded) is kept in memory until the page is closed.
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
 * Keeps nothing for longer than this window is open. It is for devices that other people may use
 * afterwards: the embedding page can forget its visitor, but cannot delete what the frame has
 * stored.
 */
export function keepForWindow(isWished: boolean): void {
	isForWindow = isWished;
}

/**
 * Whether this window keeps what it stores apart from others, which may have stored something, too,
 * that it does not see.
 */
export function isKeptForWindow(): boolean {
	return isForWindow;
}

/**
 * From now on, what the browser has stored under keys that begin with one of `starts` is hidden,
 * and what is written under them belongs to this window's tab alone, also after a page load.
 */
export function holdStored(starts: readonly string[]): void {
	held = starts;
}

/** Ends `holdStored`. Returns what was written since, by key; undefined where nothing was held. */
export function releaseStored(): ReadonlyMap<string, unknown> | undefined {
	if (held.length === 0) return undefined;
	const written = new Map(held.flatMap(storedKeys).map((key) => [key, readStored(key)]));
	for (const key of written.keys()) storeChange({ key, text: null });
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
		for (const key of Object.keys(area(start))) {
			if (key.startsWith(PREFIX)) keys.add(key.slice(PREFIX.length));
		}
	} catch {
		// Storage is denied, so all keys are in memory.
	}
	return [...keys].filter((key) => key.startsWith(start));
}

/**
 * Calls back when another window of this browser changes a key that begins with `start`. Returns
 * the undo.
 */
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

/**
 * Applies a change from another window, where browsers separate that window's storage from this
 * one's.
 */
export function applyChange(change: Change): void {
	storeChange(change);
	for (const watch of watchers) watch(change.key);
}

function area(key: string): Storage {
	const isHeld = held.some((start) => key.startsWith(start));
	return isForWindow || isHeld ? sessionStorage : localStorage;
}

/** Reads from the browser's storage. Throws where the browser denies it. */
export function readText(key: string): string | null {
	return memory.get(key) ?? area(key).getItem(PREFIX + key);
}

function write(change: Change): void {
	storeChange(change);
	for (const listener of writes) listener(change);
}

function storeChange({ key, text }: Change): void {
	memory.delete(key);
	try {
		if (text === null) area(key).removeItem(PREFIX + key);
		else area(key).setItem(PREFIX + key, text);
	} catch {
		// Storage is denied, or full. In the latter case what was stored before stays: where the
		// page is closed, an older version of a message or draft is worth more than none, and a
		// removed session would tell other tabs that the visitor has left.
		if (text !== null) memory.set(key, text);
	}
}
