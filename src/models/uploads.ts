/** Files on their way to the server, by the echo id of their message. */
import { atom } from 'jotai/vanilla';
import { outboxAtom, removeFromOutbox } from './outbox.ts';

interface Running {
	/** How much has gone up, from 0 to 1. */
	share: number;
	controller: AbortController;
}

const runningAtom = atom<ReadonlyMap<string, Running>>(new Map());

/** How much of each has gone up, from 0 to 1. What is not in it has not begun. */
export const uploadSharesAtom = atom((get): ReadonlyMap<string, number> => {
	return new Map([...get(runningAtom)].map(([echoId, { share }]) => [echoId, share]));
});

/** The bytes of a file that was to be sent are no longer on this device. */
export class FileGoneError extends Error {
	override readonly name = 'FileGoneError';
}

/** The writer has cancelled it. */
export const dropMessage = atom(null, (_get, set, echoId: string) => {
	set(removeFromOutbox, echoId);
	set(abortStrayUploads);
});

/** Ends the uploads of messages that are no longer to be sent, perhaps because another tab cancelled them. */
export const abortStrayUploads = atom(null, (get) => {
	const wanted = new Set(get(outboxAtom).map(({ echoId }) => echoId));
	for (const [echoId, { controller }] of get(runningAtom)) if (!wanted.has(echoId)) controller.abort();
});

/** Ends every upload of this page; their messages stay in the outbox. */
export const abortUploads = atom(null, (get) => {
	for (const { controller } of get(runningAtom).values()) controller.abort();
});

/** Answers the signal that ends the upload. */
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
