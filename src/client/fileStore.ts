/**
 * Keeps files in IndexedDB until the server has them, so that a reload loses none. Where the
 * browser denies IndexedDB, they are kept in memory until the page is closed. No function here
 * rejects.
 */
const DATABASE = 'live-chat-widget';
const STORE = 'files';

const memory = new Map<string, File>();

export async function keepFile(key: string, file: File): Promise<void> {
	memory.set(key, file);
	await change((store) => store.put(file, key));
}

/**
 * The copy in IndexedDB, since the selected file in memory is bound to what is on the disk:
 * browsers refuse to read or send it once it has been changed there. Undefined where neither can be
 * read.
 */
export async function readFile(key: string): Promise<File | undefined> {
	for (const file of [await change<File | undefined>((store) => store.get(key)), memory.get(key)]) {
		const beginning = file?.slice(0, 1).arrayBuffer();
		if (await beginning?.catch(() => undefined)) return file;
	}
	return undefined;
}

export async function removeFile(key: string): Promise<void> {
	memory.delete(key);
	await change((store) => store.delete(key));
}

/**
 * Forgets the bytes in this window's memory. IndexedDB is not touched: another window has deleted
 * the file there, or is sending it.
 */
export function releaseFile(key: string): void {
	memory.delete(key);
}

/**
 * Deletes the databases of the frame: the emoji picker's data, and the files unless there may be
 * some of other windows.
 */
export async function removeDatabases(mayHaveOthersFiles: boolean): Promise<void> {
	memory.clear();
	try {
		for (const { name } of await indexedDB.databases()) {
			if (mayHaveOthersFiles && name === DATABASE) continue;
			if (name && /^(live-chat-widget|emoji-picker-element)/.test(name)) indexedDB.deleteDatabase(name);
		}
	} catch (error) {
		console.debug(error);
	}
}

/**
 * Runs one request in a transaction of its own; resolves with undefined where the browser denies
 * it.
 */
async function change<T>(request: (store: IDBObjectStore) => IDBRequest<T>): Promise<T | undefined> {
	try {
		const database = await open();
		try {
			const transaction = database.transaction(STORE, 'readwrite');
			const answer = request(transaction.objectStore(STORE));
			await new Promise((resolve, reject) => {
				transaction.oncomplete = resolve;
				transaction.onabort = () => reject(transaction.error ?? new Error('The transaction was aborted'));
			});
			return answer.result;
		} finally {
			database.close();
		}
	} catch (error) {
		// Browsers deny it to third-party frames, or the disk is full.
		console.debug(error);
		return undefined;
	}
}

function open(): Promise<IDBDatabase> {
	return new Promise((resolve, reject) => {
		const request = indexedDB.open(DATABASE, 1);
		request.onupgradeneeded = () => request.result.createObjectStore(STORE);
		request.onsuccess = () => resolve(request.result);
		request.onerror = () => reject(request.error ?? new Error('The database did not open'));
	});
}
