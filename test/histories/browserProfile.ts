/** A visitor's browser without its engine: the storage and the locks that its windows share. */

/** What the profile needs of a window. */
interface Listener {
	/** Another window has changed this key. */
	hearStorage(key: string): void;
}

interface LockRequest {
	owner: Listener;
	/** Resolves once the lock's task has ended. */
	run: () => Promise<unknown>;
}

export class BrowserProfile {
	readonly #items: Record<string, string> = {};
	readonly #windows = new Set<Listener>();
	/** Name → who holds the lock, then who waits for it. */
	readonly #locks = new Map<string, LockRequest[]>();

	open(window: Listener): void {
		this.#windows.add(window);
	}

	/** As when the window's process ends: its locks are free. */
	close(window: Listener): void {
		this.#windows.delete(window);
		for (const [name, requests] of this.#locks) {
			const [holder] = requests;
			this.#locks.set(
				name,
				requests.filter(({ owner }) => owner !== window),
			);
			if (holder?.owner === window) this.#next(name);
		}
	}

	/** `localStorage` of a window. */
	storageOf(window: Listener): Storage {
		const change = (key: string, value: string | undefined) => {
			if (!this.#windows.has(window) || this.#items[key] === value) return;
			if (value === undefined) delete this.#items[key];
			else this.#items[key] = value;
			// The others hear of it in a task of their own.
			setTimeout(() => {
				for (const other of this.#windows) if (other !== window) other.hearStorage(key);
			});
		};
		const methods: Partial<Storage> = {
			getItem: (key) => this.#items[key] ?? null,
			setItem: change,
			removeItem: (key) => change(key, undefined),
		};
		return new Proxy(this.#items, { get: (_, name) => Reflect.get(methods, name) }) as unknown as Storage;
	}

	/** `navigator.locks` of a window. */
	locksOf(window: Listener) {
		return {
			request: (name: string, ...rest: unknown[]) => {
				const task = rest.at(-1) as (lock: object | null) => Promise<unknown>;
				const { ifAvailable = false } = rest.length > 1 ? (rest[0] as LockOptions) : {};
				const requests = this.#locks.get(name) ?? [];
				if (ifAvailable && requests.length > 0) return task(null);
				return new Promise((resolve, reject) => {
					const run = () => Promise.resolve(task({ name })).then(resolve, reject);
					this.#locks.set(name, [...requests, { owner: window, run }]);
					if (requests.length === 0) this.#next(name);
				});
			},
		};
	}

	/** Gives the lock to the first of those who wait. */
	#next(name: string): void {
		const [first] = this.#locks.get(name) ?? [];
		if (!first) return;
		const give = async () => {
			if (this.#locks.get(name)?.[0] !== first) return;
			await first.run();
			const requests = this.#locks.get(name) ?? [];
			if (requests[0] !== first) return;
			this.#locks.set(name, requests.slice(1));
			this.#next(name);
		};
		// A lock is never given within the task that asks for it.
		setTimeout(() => void give());
	}
}
