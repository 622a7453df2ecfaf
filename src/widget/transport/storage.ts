/**
 * localStorage that never throws. What the browser refuses to keep (denied to third-party frames, quota exceeded) is
 * remembered until the page goes away.
 */
const PREFIX = 'live-chat-widget:';

const memory = new Map<string, string>();

/** The JSON kept under `key`, or undefined when there is none. */
export function readStored(key: string): unknown {
	try {
		const text = memory.get(key) ?? localStorage.getItem(PREFIX + key);
		return text === null ? undefined : JSON.parse(text);
	} catch {
		return undefined;
	}
}

export function writeStored(key: string, value: unknown): void {
	const text = JSON.stringify(value);
	try {
		localStorage.setItem(PREFIX + key, text);
		memory.delete(key);
	} catch {
		memory.set(key, text);
	}
}

export function removeStored(key: string): void {
	memory.delete(key);
	try {
		localStorage.removeItem(PREFIX + key);
	} catch {
		// Denied: then nothing was kept there either.
	}
}

/** Every key that begins with `start`. */
export function storedKeys(start: string): string[] {
	const keys = new Set(memory.keys());
	try {
		for (const key of Object.keys(localStorage)) {
			if (key.startsWith(PREFIX)) keys.add(key.slice(PREFIX.length));
		}
	} catch {
		// Denied: what there is, is in memory.
	}
	return [...keys].filter((key) => key.startsWith(start));
}

/** Calls back when another tab of this browser changes a key that begins with `start`. Returns the undo. */
export function watchStored(start: string, onChange: () => void): () => void {
	const listen = (event: StorageEvent) => {
		if (event.key === null || event.key.startsWith(PREFIX + start)) onChange();
	};
	addEventListener('storage', listen);
	return () => removeEventListener('storage', listen);
}
