import { useSyncExternalStore } from 'react';

/** Whether the browser has a network. The server may be out of reach all the same. */
export function useIsOnline(): boolean {
	return useSyncExternalStore(subscribe, () => navigator.onLine);
}

function subscribe(notify: () => void): () => void {
	addEventListener('online', notify);
	addEventListener('offline', notify);
	return () => {
		removeEventListener('online', notify);
		removeEventListener('offline', notify);
	};
}
