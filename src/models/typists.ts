/**
 * Who else is typing, by conversation. A mark that is not removed expires after TYPING_AUTO_OFF.
 */
import { atom } from 'jotai/vanilla';
import type { Sender } from '#protocol/entities/entities.ts';
import { TYPING_AUTO_OFF } from '#protocol/base/limits.ts';

export interface Typist {
	type: Sender['type'];
	id: number;
	name: string;
}

interface Mark extends Typist {
	/** Display id. */
	conversationId: number;
}

const marksAtom = atom<readonly Mark[]>([]);

/** Answers who types in the conversation of a display id, in the order in which they began. */
export const typistsOfAtom = atom((get) => {
	const marks = get(marksAtom);
	return (id: number | undefined): readonly Typist[] => marks.filter(({ conversationId }) => conversationId === id);
});

/** The typist has begun, or goes on. */
export const startTyping = atom(null, (_get, set, conversationId: number, { type, id, name }: Typist) => {
	const mark = { conversationId, type, id, name };
	set(stopTyping, conversationId, mark);
	set(marksAtom, (marks) => [...marks, mark]);
	// Does nothing when the mark has been renewed or removed by then.
	setTimeout(() => set(marksAtom, (marks) => marks.filter((other) => other !== mark)), TYPING_AUTO_OFF);
});

/** The typist has stopped, or has sent the message. */
export const stopTyping = atom(null, (_get, set, conversationId: number, { type, id }: Pick<Typist, 'type' | 'id'>) => {
	set(marksAtom, (marks) =>
		marks.filter((mark) => mark.conversationId !== conversationId || mark.type !== type || mark.id !== id),
	);
});

/** Forgets all typists, since the end of their typing will not arrive. */
export const forgetTypists = atom(null, (_get, set) => set(marksAtom, []));
