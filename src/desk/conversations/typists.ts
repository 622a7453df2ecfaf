/** Who else is typing, by conversation. A typing mark without an end goes off by itself. */
import { type Atom, atom } from 'jotai/vanilla';
import { TYPING_AUTO_OFF } from '#protocol/limits.ts';
import type { TypingEvent } from '#protocol/realtime.ts';
import { store } from '../common/store.ts';

export interface Typist {
	type: TypingEvent['user']['type'];
	id: number;
	name: string;
}

const typistsAtom = atom<ReadonlyMap<number, readonly Typist[]>>(new Map());
const timers = new Map<string, ReturnType<typeof setTimeout>>();

/** Display id of a conversation → the people who are typing in it. */
export const knownTypistsAtom: Atom<ReadonlyMap<number, readonly Typist[]>> = typistsAtom;

export function startTyping(conversationId: number, who: Typist): void {
	const others = withoutTypist(conversationId, who);
	put(conversationId, [...others, { type: who.type, id: who.id, name: who.name }]);
	const stop = (): void => stopTyping(conversationId, who);
	timers.set(timerKey(conversationId, who), setTimeout(stop, TYPING_AUTO_OFF));
}

/** A person has stopped typing, or their message has arrived. */
export function stopTyping(conversationId: number, who: Pick<Typist, 'type' | 'id'>): void {
	put(conversationId, withoutTypist(conversationId, who));
}

/** Forgets all of them, when the agent signs out or the connection is lost. */
export function forgetTypists(): void {
	timers.forEach((timer) => clearTimeout(timer));
	timers.clear();
	store.set(typistsAtom, new Map());
}

function withoutTypist(conversationId: number, who: Pick<Typist, 'type' | 'id'>): Typist[] {
	const key = timerKey(conversationId, who);
	clearTimeout(timers.get(key));
	timers.delete(key);
	const known = store.get(typistsAtom).get(conversationId) ?? [];
	return known.filter((typist) => typist.type !== who.type || typist.id !== who.id);
}

function put(conversationId: number, typists: readonly Typist[]): void {
	store.set(typistsAtom, new Map(store.get(typistsAtom)).set(conversationId, typists));
}

function timerKey(conversationId: number, { type, id }: Pick<Typist, 'type' | 'id'>): string {
	return `${conversationId} ${type} ${id}`;
}
