/**
 * Finds emphasis in a message: docs/markdown.md, Emphasis, says what begins and ends it.
 * CommonMark's rules are for people who know them: by those "60*40*20" loses its asterisks, and
 * `**「強調」**です` keeps them.
 */

export interface Emphasis {
	/** Where each emphasis begins → how many marks it has, and where the closing ones begin. */
	pairs: Map<number, { length: 1 | 2; end: number }>;
	/** Where there are backslashes before marks that would act without them. */
	escapes: Set<number>;
}

interface Run {
	mark: string;
	start: number;
	/** Marks that are not paired yet. */
	length: number;
	isEscaped: boolean;
	canOpen: boolean;
	canClose: boolean;
}

const RUN = /(?<!\\)(?:\*+|_+)|\\(?:\*|_)/g;
/** Marks beside a mark are looked through: what counts is what stands around all of them. */
const MARKS_AFTER = /(?:\\?[*_])*/y;
const MARKS_BEFORE = /(?:\\?[*_])*$/;

/**
 * Letters of scripts with capitals, and digits: a mark between them is part of a word, or a
 * multiplication.
 */
const WORD = /[\p{Lu}\p{Ll}\p{Lt}\p{Lm}\p{M}\p{N}]/u;
/** Letters of scripts without capitals: in most of them no spaces show where a word ends. */
const CASELESS = /\p{Lo}/u;
const SPACE = /^\s?$/;
const OPENING = /[\p{Ps}\p{Pi}"'„‚¿¡]/u;
/** What a single mark may stand before; "*.js" begins no emphasis. */
const BEGINS_EMPHASIS = /[\p{L}\p{N}\p{Co}\p{Ps}\p{Pi}\p{Sc}\p{So}"'„‚¿¡#@+…]/u;
const ENDS_NO_EMPHASIS = /[\p{Ps}/\\=<|]/u;
const CLOSING = /[\p{Pe}\p{Pf}]/u;
/** A sign that belongs to one script, such as 「. */
const SIGN_OF_SCRIPT = /[^\p{ASCII}\u0080-\u036F\u2000-\u206F]/u;
const STRAIGHT_QUOTE = /["']/;
const DASH = /[–—]/;
/** `\p{Co}` are the characters that stand for values. */
const HAS_WORD = /[\p{L}\p{N}\p{Co}]/u;
/** Signs, and behind them the end of a word. */
const END_OF_WORD = /[\p{P}\p{S}]*(?!\S)/uy;

/** @param masked the text, in which code, links and addresses are covered by other characters. */
export function findEmphasis(text: string, masked: string): Emphasis {
	const pairs: Emphasis['pairs'] = new Map();
	const escapes: Emphasis['escapes'] = new Set();
	const openers: Run[] = [];
	for (const { 0: written, index } of masked.matchAll(RUN)) {
		const run = toRun(text, written, index);
		if (run.canClose) close(run);
		if (run.canOpen && run.length > 0) openers.push(run);
	}
	return { pairs, escapes };

	function close(closer: Run): void {
		while (closer.length > 0) {
			const index = openers.findLastIndex((one) => commonLength(one, closer) !== undefined);
			const opener = openers[index];
			const length = opener && commonLength(opener, closer);
			if (length === undefined || opener === undefined) return;
			openers.length = index + 1;
			opener.length -= length;
			closer.length -= length;
			const start = opener.start + opener.length;
			const isFace = length === 1 && !HAS_WORD.test(text.slice(start + length, closer.start));
			if (isFace) {
				openers.pop();
				return;
			}
			if (opener.isEscaped) escapes.add(opener.start - 1);
			if (closer.isEscaped) escapes.add(closer.start - 1);
			if (!opener.isEscaped && !closer.isEscaped) pairs.set(start, { length, end: closer.start });
			closer.start += length;
			if (opener.length === 0) openers.pop();
		}
	}
}

/** How many marks pair: two are strong, one is emphasis, and three are both. */
function commonLength(opener: Run, closer: Run): 1 | 2 | undefined {
	if (opener.mark !== closer.mark || (closer.isEscaped && !opener.isEscaped)) return undefined;
	if (opener.length >= 2 && closer.length >= 2) return 2;
	return opener.length % 2 === 1 && closer.length % 2 === 1 ? 1 : undefined;
}

function toRun(text: string, written: string, index: number): Run {
	const isEscaped = written.startsWith('\\');
	const start = isEscaped ? index + 1 : index;
	const length = isEscaped ? 1 : written.length;
	const mark = text.charAt(start);
	const before = text.slice(Math.max(0, index - 8), index).replace(MARKS_BEFORE, '');
	MARKS_AFTER.lastIndex = start + length;
	const end = start + length + (MARKS_AFTER.exec(text)?.[0].length ?? 0);
	const previous = Array.from(before).at(-1) ?? ' ';
	const next = String.fromCodePoint(text.codePointAt(end) ?? 0x20);
	const isStrong = mark === '*' && length >= 2;
	const isPossible = length <= 3 && previous !== '\\';
	return {
		mark,
		start,
		length,
		isEscaped,
		canOpen: isPossible && canOpen(previous, next, isStrong),
		canClose: isPossible && canClose(previous, next, isStrong, mark === '_', matches(END_OF_WORD, text, end)),
	};
}

function canOpen(previous: string, next: string, isStrong: boolean): boolean {
	if (SPACE.test(next) || CLOSING.test(next) || WORD.test(previous)) return false;
	if (!isStrong && !BEGINS_EMPHASIS.test(next)) return false;
	if (SPACE.test(previous)) return true;
	if (CASELESS.test(previous)) return isStrong;
	if (STRAIGHT_QUOTE.test(previous)) return HAS_WORD.test(next);
	if (OPENING.test(previous) || DASH.test(previous)) return true;
	return isStrong && (HAS_WORD.test(next) || SIGN_OF_SCRIPT.test(previous + next));
}

function canClose(
	previous: string,
	next: string,
	isStrong: boolean,
	isUnderscore: boolean,
	isEndOfWord: boolean,
): boolean {
	if (SPACE.test(previous) || ENDS_NO_EMPHASIS.test(previous)) return false;
	if (SPACE.test(next)) return true;
	if (CASELESS.test(next)) return isStrong;
	if (WORD.test(next)) return isStrong && /\p{L}/u.test(next) && HAS_WORD.test(previous);
	if (isUnderscore) return isEndOfWord;
	return isEndOfWord || HAS_WORD.test(previous) || SIGN_OF_SCRIPT.test(previous + next);
}

function matches(pattern: RegExp, text: string, index: number): boolean {
	pattern.lastIndex = index;
	return pattern.test(text);
}
