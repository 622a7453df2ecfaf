import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect, useId, useState, type KeyboardEvent, type SyntheticEvent } from 'react';
import type { CannedResponse } from '#protocol/application/cannedResponseRoutes.ts';
import type { Named } from '#protocol/entities/mentions.ts';
import { searchCannedResponses } from '#protocol/searchCannedResponses.ts';
import { loadAssignable } from '../../account/account.ts';
import type { Conversation } from '../../conversations/conversation.ts';
import { cannedResponsesAtom, loadCannedResponses } from './offeredResponses.ts';

/** What the list beside the field shows. */
export type CannedState = 'closed' | 'loading' | 'failed' | 'none' | 'found';

/** A response, or a person, whose name stands for both. */
type Offered = Pick<CannedResponse, 'id' | 'short_code' | 'content'>;

/** Which of the responses that a query finds is chosen, before an arrow key is pressed. */
const FIRST = { query: '', index: 0 };

/**
 * Offers the canned responses while the agent types a short code after a slash, and in a note the
 * people who see the conversation after an `@`. The focus stays in the field: arrow keys choose,
 * Enter and Tab insert, Escape closes the list until the next slash.
 *
 * @param insert replaces the field's characters from `start` to the caret
 * @param name notes that a person was chosen
 */
export function useCannedResponses(
	{ id: conversationId, inboxId }: Conversation,
	text: string,
	isNote: boolean,
	insert: (content: string, start: number) => void,
	name: (person: Named) => void,
) {
	const listId = useId();
	const [caret, setCaret] = useState<number>();
	const [dismissed, setDismissed] = useState<number>();
	const [chosen, setChosen] = useState(FIRST);
	const [people, setPeople] = useState<readonly Offered[]>();
	const { responses, hasFailed } = useAtomValue(cannedResponsesAtom);
	const load = useSetAtom(loadCannedResponses);
	const loadPeople = useSetAtom(loadAssignable);

	const code = caret === undefined ? undefined : findShortCode(text, caret, isNote);
	const isName = code?.sign === '@';
	const offered: readonly Offered[] | undefined = isName ? people : responses;
	const isTyping = code !== undefined && code.start !== dismissed;
	const found = isTyping && offered ? searchCannedResponses(offered, code.query) : [];
	const state = isTyping ? stateOf(offered, found, hasFailed, isName) : 'closed';
	// The list may have become shorter when it was read again.
	const activeOf = ({ query, index }: typeof FIRST): number =>
		query === code?.query ? Math.max(0, Math.min(index, found.length - 1)) : 0;
	const active = activeOf(chosen);

	useEffect(() => {
		if (!isTyping) return;
		if (!isName) return void load(conversationId);
		loadPeople(inboxId).then(
			(agents) => setPeople(agents.map(({ id, name: of }) => ({ id, short_code: of, content: `@${of} ` }))),
			// The name stays as it is typed.
			() => setPeople([]),
		);
	}, [isTyping, isName, load, loadPeople, conversationId, inboxId]);

	const close = (): void => {
		setCaret(undefined);
		setChosen(FIRST);
	};
	const choose = ({ id, short_code, content }: Offered): void => {
		close();
		if (code) insert(content, code.start);
		if (isName) name({ id, name: short_code });
	};
	const followCaret = ({ currentTarget }: Pick<SyntheticEvent<HTMLTextAreaElement>, 'currentTarget'>): void => {
		const { selectionStart, selectionEnd, value } = currentTarget;
		const next = selectionStart === selectionEnd ? selectionEnd : undefined;
		setCaret(next);
		const start = next === undefined ? undefined : findShortCode(value, next, isNote)?.start;
		setDismissed((known) => (known === start ? known : undefined));
		if (start === undefined) setChosen(FIRST);
	};

	return {
		state,
		found,
		/** Whether people are offered. */
		isName,
		active,
		listId,
		choose,
		/** Of the field. */
		props: {
			'aria-autocomplete': 'list',
			'aria-haspopup': 'listbox',
			'aria-controls': state === 'found' ? listId : undefined,
			'aria-activedescendant': state === 'found' ? optionId(listId, active) : undefined,
			onSelect: followCaret,
		} as const,
		close,
		/** Opens the list for an agent who does not know that a slash does. */
		offer(field: HTMLTextAreaElement): void {
			const { value, selectionStart, selectionEnd } = field;
			if (!findShortCode(value, selectionEnd, false)) {
				insert(/\S$/.test(value.slice(0, selectionStart)) ? ' /' : '/', selectionStart);
			}
			followCaret({ currentTarget: field });
			setDismissed(undefined);
		},
		/** Answers whether the key was meant for the list. */
		handleKey(event: KeyboardEvent): boolean {
			const { key, shiftKey, altKey, ctrlKey, metaKey, nativeEvent } = event;
			if (state === 'closed' || shiftKey || altKey || ctrlKey || metaKey || nativeEvent.isComposing) return false;
			if (key === 'Escape') {
				setDismissed(code?.start);
				setChosen(FIRST);
				// What has not arrived yet is not sent as a message.
			} else if (key === 'Enter' && state === 'loading') event.preventDefault();
			else if (state !== 'found') return false;
			else if (key === 'Enter' || key === 'Tab') found.slice(active, active + 1).forEach(choose);
			else if (key === 'ArrowDown' || key === 'ArrowUp') {
				const step = key === 'ArrowDown' ? 1 : -1;
				const { length } = found;
				setChosen((known) => ({ query: code?.query ?? '', index: (activeOf(known) + step + length) % length }));
			} else return false;
			event.preventDefault();
			event.stopPropagation();
			return true;
		},
	};
}

export type CannedResponses = ReturnType<typeof useCannedResponses>;

export function optionId(listId: string, index: number): string {
	return `${listId}-${index}`;
}

function stateOf(
	offered: readonly Offered[] | undefined,
	found: readonly Offered[],
	hasFailed: boolean,
	isName: boolean,
): CannedState {
	if (!offered) return hasFailed && !isName ? 'failed' : 'loading';
	if (offered.length === 0 && !isName) return 'none';
	// Whatever begins with a slash without being a short code is ordinary text.
	return found.length > 0 ? 'found' : 'closed';
}

interface ShortCode {
	sign: string | undefined;
	/** Where the slash is. */
	start: number;
	/** What stands between the slash and the caret. */
	query: string;
}

/**
 * The short code that ends at the caret: a slash, or in a note an `@`, at the beginning or after a
 * space, and no space since.
 */
function findShortCode(text: string, caret: number, isNote: boolean): ShortCode | undefined {
	const [, code] = /(?:^|\s)([/@][^\s/@]*)$/.exec(text.slice(0, caret)) ?? [];
	const sign = code?.[0];
	if (code === undefined || (sign === '@' && !isNote)) return undefined;
	return { sign, start: caret - code.length, query: code.slice(1) };
}
