import { atom } from 'jotai/vanilla';
import { addToOutbox, outboxAtom } from '#models/outbox.ts';
import { sendOutbox } from '#models/sending.ts';
import { hostAtom } from '../host/host.ts';
import { newestIdAtom } from '../messages/messages.ts';

/**
 * Sends a text independently of the visitor's draft. A message with `echoId` that is already in the
 * outbox is not added again.
 */
export const sendTextNow = atom(null, (get, set, content: string, echoId: string) => {
	const isKnown = get(outboxAtom).some((entry) => entry.echoId === echoId);
	const page = { referrerUrl: get(hostAtom).referrerUrl, afterId: get(newestIdAtom) };
	if (!isKnown) set(addToOutbox, { ...page, content, echoId });
	void set(sendOutbox);
});
