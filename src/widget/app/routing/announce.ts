import type { ServerEventData } from '#protocol/entities/realtime.ts';
import { loadChunk } from '#client/chunk.ts';
import { hostAtom } from '../../features/host/host.ts';
import type { Store } from './store.ts';

/** Announces a message of an agent by the sound and by a notification, as the visitor wants it. */
export function announce(store: Store, message: ServerEventData<'message.created'>): void {
	const isHidden = document.visibilityState === 'hidden';
	attempt(async () => {
		const { notify } = await loadChunk(() => import('../../features/notices/notify.ts'));
		await store.set(notify, message, isHidden);
	});
	if (!store.get(hostAtom).canPlayAudio) return;
	attempt(async () => {
		const { announceMessage } = await loadChunk(() => import('../../features/sound/sound.ts'));
		await store.set(announceMessage, message);
	});
}

function attempt(task: () => Promise<void>): void {
	task().catch((error: unknown) => console.debug(error));
}
