/** An observable value that changes as a whole, in the form that `useSyncExternalStore` takes. */
export interface Store<T extends object> {
	get: () => T;
	set: (change: Partial<T>) => void;
	/** Returns the undo. */
	subscribe: (listener: () => void) => () => void;
}

export function createStore<T extends object>(initial: T): Store<T> {
	const listeners = new Set<() => void>();
	let value = initial;
	return {
		get: () => value,
		set(change) {
			value = { ...value, ...change };
			for (const listener of listeners) listener();
		},
		subscribe(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
	};
}
