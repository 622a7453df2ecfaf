/** Which keys do something, outside of fields, and whether the agent wants them at all. */
import { type Atom, atom } from 'jotai/vanilla';
import * as v from 'valibot';
import { createPersisted } from '#models/persisted.ts';
import { attempt } from '../common/attempt.ts';
import { deskDialogAtom, openDeskDialog } from '../common/openDialog.ts';
import { followGoingOn } from '../conversations/resolve.ts';
import { actionsAtom, type Action } from './actions.ts';

const keyAtom = atom('shortcuts:desk');
const choice = createPersisted(keyAtom, v.object({ hasSingleKeys: v.boolean() }), { hasSingleKeys: true });

/**
 * Whether single characters do something. Speech input, and hands that slip, may have them turned
 * off.
 */
export const hasSingleKeysAtom = atom((get) => get(choice.valueAtom).hasSingleKeys);

export const chooseSingleKeys = atom(null, (_get, set, hasSingleKeys: boolean) => set(choice.write, { hasSingleKeys }));

export const runAction = atom(null, (get, set, { name, act, undo }: Action) =>
	set(attempt, () => act(get, set), undo && { name, undo: () => undo(set) }),
);

const privateQuestionAtom = atom<Action>();

/** What a key is to do once the agent has agreed. */
export const questionAtom: Atom<Action | undefined> = privateQuestionAtom;

export const answerQuestion = atom(null, (get, set, isAgreed: boolean) => {
	const action = get(privateQuestionAtom);
	set(privateQuestionAtom, undefined);
	if (isAgreed && action) void set(runAction, action);
});

/** Restores the choice, and handles the keys of the whole desk from now on. Returns the undo. */
export const connectShortcuts = atom(null, (get, set) => {
	set(choice.resume);
	const unfollow = set(choice.follow);
	const unfollowGoingOn = set(followGoingOn);
	const handleKey = (event: KeyboardEvent): void => {
		if (event.defaultPrevented || event.isComposing) return;
		const isFree = get(deskDialogAtom) === undefined && !document.querySelector('dialog[open]');
		if (isCommandKey(event)) {
			event.preventDefault();
			if (isFree) set(openDeskDialog, 'commands');
			return;
		}
		if (!isFree || !get(hasSingleKeysAtom) || !isSingleKey(event)) return;
		const pressed = charactersOf(event);
		const action = get(actionsAtom).find(({ key, isAvailable }) => isAvailable && pressed.includes(key));
		if (!action) return;
		// The character would otherwise be typed into the field that the action focuses.
		event.preventDefault();
		if (event.repeat && !action.repeats) return;
		if (action.asks) set(privateQuestionAtom, action);
		else void set(runAction, action);
	};
	addEventListener('keydown', handleKey);
	return () => {
		unfollow();
		unfollowGoingOn();
		removeEventListener('keydown', handleKey);
	};
});

function isCommandKey({ code, key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
	return (ctrlKey || metaKey) && !altKey && !shiftKey && (key.toLowerCase() === 'k' || code === 'KeyK');
}

function isSingleKey(event: KeyboardEvent): boolean {
	const { key, ctrlKey, metaKey, altKey } = event;
	const [target] = event.composedPath();
	return key.length === 1 && !ctrlKey && !metaKey && !altKey && !(target instanceof Element && takesText(target));
}

/** Whether what is typed there is text, or finds a choice by its first letters. */
function takesText(target: Element): boolean {
	if (target instanceof HTMLInputElement) return !['radio', 'checkbox', 'button', 'submit'].includes(target.type);
	return target.matches('textarea, select, [contenteditable], [role^=menuitem], [role=textbox]');
}

/**
 * The character, and on keyboards without Latin letters the one that stands there on others.
 * Letters are capital with Shift only, whatever Caps Lock makes of them.
 */
function charactersOf({ key, code, shiftKey }: KeyboardEvent): string[] {
	const withShift = (letter: string) => (shiftKey ? letter.toUpperCase() : letter.toLowerCase());
	if (/^[a-z]$/i.test(key)) return [withShift(key)];
	const letter = /^Key([A-Z])$/.exec(code)?.[1];
	const isLatin = /^[\x20-\x7e]$/.test(key);
	return isLatin || letter === undefined ? [key] : [key, withShift(letter)];
}
