/** The uploads under way, by the echo id of their message. */
import { atom } from 'jotai/vanilla';
import { outboxAtom, removeFromOutbox } from './outbox.ts';

interface Running {
	/** The uploaded share, from 0 to 1. */
	share: number;
	controller: AbortController;
}

const runningAtom = atom<ReadonlyMap<string, Running>>(new Map());

/** Echo id → uploaded share, from 0 to 1. An upload that has not begun is not in it. */
export const uploadSharesAtom = atom((get): ReadonlyMap<string, number> => {
	return new Map([...get(runningAtom)].map(([echoId, { share }]) => [echoId, share]));
});

/** The file's bytes are no longer on this device. */
export class FileGoneError extends Error {
	override readonly name = 'FileGoneError';
}

/** Removes a message that its writer has cancelled. */
export const dropMessage = atom(null, (_get, set, echoId: string) => {
	set(removeFromOutbox, echoId);
	set(abortStrayUploads);
});

/**
 * Aborts the uploads of messages that have left the outbox, perhaps because another tab cancelled
 * them.
 */
export const abortStrayUploads = atom(null, (get) => {
	const wanted = new Set(get(outboxAtom).map(({ echoId }) => echoId));
	for (const [echoId, { controller }] of get(runningAtom)) if (!wanted.has(echoId)) controller.abort();
});

/** Aborts all uploads of this page; their messages stay in the outbox. */
export const abortUploads = atom(null, (get) => {
	for (const { controller } of get(runningAtom).values()) controller.abort();
});

/** Registers an upload, and returns the signal that aborts it. */
export const beginUpload = atom(null, (_get, set, echoId: string): AbortSignal => {
	const controller = new AbortController();
	set(runningAtom, (running) => new Map(running).set(echoId, { share: 0, controller }));
	return controller.signal;
});

export const noteProgress = atom(null, (_get, set, echoId: string, share: number) => {
	set(runningAtom, (running) => {
		const upload = running.get(echoId);
		return upload ? new Map(running).set(echoId, { ...upload, share }) : running;
	});
});

export const endUpload = atom(null, (_get, set, echoId: string) => {
	set(runningAtom, (running) => new Map([...running].filter(([id]) => id !== echoId)));
});
