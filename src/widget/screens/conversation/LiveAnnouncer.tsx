import { useAtomValue } from 'jotai/react';
import { isFromVisitor } from '#protocol/entities/entities.ts';
import { loadChunk } from '#client/chunk.ts';
import { createLazy } from '#ui/createLazy.tsx';
import { arrivedMessageAtom } from '../../features/messages/messages.ts';

const LazyAnnouncement = createLazy(
	async () => (await loadChunk(() => import('./Announcement.tsx'))).Announcement,
	() => null,
);

/**
 * A live region that announces new messages of the team, with their sender. What says them loads
 * with the first one.
 */
export function LiveAnnouncer() {
	const message = useAtomValue(arrivedMessageAtom);
	return (
		<div aria-live="polite" data-visually-hidden>
			{message && !isFromVisitor(message) && <LazyAnnouncement key={message.id} message={message} />}
		</div>
	);
}
