/**
 * Sends what is in the outbox, strictly in order, each message with the same echo id until the server has it. While the
 * network is lost it keeps trying; answers that fail count, and in the end the message stays as failed.
 */
import { atom, type Getter, type Setter } from 'jotai/vanilla';
import { SEND_ATTEMPTS, SEND_TIMEOUT } from '#protocol/limits.ts';
import { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { withLock } from '../../transport/lock.ts';
import { RequestError } from '../../transport/rest.ts';
import { channelAtom } from '../channel/channel.ts';
import { stopTyping } from '../conversation/typing.ts';
import { hostAtom } from '../host/host.ts';
import { callAsVisitor, visitAtom } from '../session/session.ts';
import { draftAtom, writeDraft } from './draft.ts';
import { newestIdAtom, receiveSent } from './messages.ts';
import { addToOutbox, type OutboxEntry, outboxAtom, readOutbox, updateOutbox } from './outbox.ts';
import { createRounds } from './rounds.ts';

/** Shows what was typed as a message at once, and sends it. Blank text is not a message, and stays where it is. */
export const sendDraft = atom(null, (get, set) => {
	const content = get(draftAtom);
	if (content.trim() === '') return;
	set(writeDraft, '');
	set(stopTyping);
	set(addToOutbox, content, get(hostAtom).referrerUrl, get(newestIdAtom));
	void set(sendOutbox);
});

/** Sends a failed message again, in its place. */
export const retryMessage = atom(null, (_get, set, echoId: string) => {
	set(updateOutbox, echoId, { state: 'in_progress', failures: 0 });
	void set(sendOutbox);
});

const rounds = createRounds(async (get, set) => {
	let outcome: Outcome;
	do outcome = await sendFirst(get, set);
	while (outcome === 'go on');
	return outcome === 'done';
});

/** Sends all there is, now rather than after the rest of a pause. Never rejects. */
export const sendOutbox = rounds.run;

export const stopSending = rounds.stop;

type Outcome = 'go on' | 'pause' | 'done';

/** One attempt for the first waiting message of any tab. */
function sendFirst(get: Getter, set: Setter): Promise<Outcome> {
	return withLock(`outbox:${get(channelAtom).websiteToken}`, async () => {
		set(readOutbox);
		const entry = get(outboxAtom).find(({ state }) => state === 'in_progress');
		if (!entry) return 'done';
		set(updateOutbox, entry.echoId, { isAttempted: true });
		try {
			await send(get, set, entry);
			return 'go on';
		} catch (error) {
			return judge(set, entry, error);
		}
	});
}

async function send(get: Getter, set: Setter, { echoId, content, queuedAt, referrerUrl }: OutboxEntry) {
	const visit = get(visitAtom);
	const message = {
		content,
		echo_id: echoId,
		timestamp: new Date(queuedAt).toString(),
		referer_url: referrerUrl || null,
	};
	const stored = await callAsVisitor(
		get,
		set,
		widgetRoutes.createMessage,
		{ body: { message } },
		{ timeout: SEND_TIMEOUT },
	);
	set(receiveSent, { ...stored, echo_id: echoId }, visit);
}

/** A lost network says nothing about the message; an overloaded server may take it later; a refusal is final. */
function judge(set: Setter, entry: OutboxEntry, error: unknown): Outcome {
	const status = error instanceof RequestError ? error.status : undefined;
	if (status === undefined) return 'pause';
	const failures = entry.failures + 1;
	const isFinal = isRefusal(status) || failures >= SEND_ATTEMPTS;
	set(updateOutbox, entry.echoId, { failures, state: isFinal ? 'failed' : 'in_progress' });
	return isFinal ? 'go on' : 'pause';
}

function isRefusal(status: number): boolean {
	return status < 500 && status !== 408 && status !== 429;
}
