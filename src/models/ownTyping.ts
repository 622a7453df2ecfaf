/** Reports to the other side when the person at this one starts and stops typing. */
import { atom, type Getter, type Setter } from 'jotai/vanilla';
import { TYPING_AUTO_OFF } from '#protocol/base/limits.ts';

/** The writer's own typing ends after this long without a key. */
export const TYPING_IDLE = 4_000;

/** The mark at the other side expires, so typing that goes on renews it in time. */
const RENEW_AFTER = TYPING_AUTO_OFF / 2;

interface Typing {
	conversationId: number;
	/** Milliseconds since the epoch. */
	reportedAt: number;
	/** Calls `end` after a pause. */
	timer: ReturnType<typeof setTimeout>;
	end: () => void;
}

/** Sends the report to the server; `conversationId` is a display id. */
type Report = (get: Getter, set: Setter, conversationId: number, status: 'on' | 'off') => Promise<unknown>;

/**
 * `noteKey`: a key was pressed in a text to the other side. The first key is reported, and later
 * ones every RENEW_AFTER. `endTyping`: the text was sent, emptied or left. A pause of TYPING_IDLE
 * and the end of the page have the same effect. A report that fails is not repeated, because the
 * mark expires.
 */
export function createOwnTyping(report: Report) {
	const typingAtom = atom<Typing>();

	function send(get: Getter, set: Setter, conversationId: number, status: 'on' | 'off') {
		report(get, set, conversationId, status).catch((error: unknown) => console.debug(error));
	}

	const noteKey = atom(null, (get, set, conversationId: number) => {
		if (get(typingAtom)?.conversationId !== conversationId) set(endTyping);
		const typing = get(typingAtom);
		clearTimeout(typing?.timer);
		const now = Date.now();
		const isReported = typing && now - typing.reportedAt < RENEW_AFTER;
		const end = typing?.end ?? (() => set(endTyping));
		addEventListener('pagehide', end);
		const timer = setTimeout(end, TYPING_IDLE);
		set(typingAtom, { conversationId, reportedAt: isReported ? typing.reportedAt : now, timer, end });
		if (!isReported) send(get, set, conversationId, 'on');
	});

	const endTyping = atom(null, (get, set) => {
		const typing = get(typingAtom);
		if (!typing) return;
		clearTimeout(typing.timer);
		removeEventListener('pagehide', typing.end);
		set(typingAtom, undefined);
		send(get, set, typing.conversationId, 'off');
	});

	return { noteKey, endTyping };
}
