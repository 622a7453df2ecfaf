/**
 * Masks numbers in what a visitor writes, in the digits of any script, as the channel wants. Loaded
 * where it does.
 */
import { CARD_DIGITS, CARDS, isCardNumber } from '#protocol/base/cards.ts';

const DOT = '•';
/** Digits, with at most one space or dash between two of them. */
const RUN = /\d(?:[\p{Zs}\p{Pd}]?\d)*/gu;
/** How many digits of a card stay, by which its owner knows it. */
const SHOWN = 4;

/**
 * The text with dots in place of the digits of cards, except the last four, and of letters and
 * digits that match a pattern.
 * @param masks of the channel; the server has checked that each needs a time proportional to the
 * text's length
 */
export function maskText(text: string, masks: readonly string[]): string {
	const symbols = Array.from(text);
	const masked = masks.reduce(
		(covered, name) =>
			name === CARDS
				? covered.replace(RUN, maskCards)
				: covered.replace(new RegExp(name, 'gu'), (match) => cover(match)),
		symbols.map(toAscii).join(''),
	);
	// Both have a dot or a letter for each symbol of the text.
	return Array.from(masked, (symbol, place) => (symbol === DOT ? DOT : symbols[place])).join('');
}

/**
 * A digit of any script as the digit from 0 to 9 that it stands for: Unicode has each script's ten
 * in a row.
 */
function toAscii(symbol: string): string {
	if (!/^\p{Nd}$/u.test(symbol)) return symbol;
	const code = symbol.codePointAt(0) ?? 0;
	let before = 0;
	while (/^\p{Nd}$/u.test(String.fromCodePoint(code - before - 1))) before += 1;
	return String(before % 10);
}

function cover(text: string): string {
	return text.replace(/[\p{L}\p{N}]/gu, DOT);
}

/**
 * Covers each card in a run of digits: it begins and ends where digits are next to a space, a dash,
 * or the run's end.
 */
function maskCards(run: string): string {
	const places = [...run.matchAll(/\d/g)].map(({ index }) => index);
	const covered = new Set<number>();
	let first = 0;
	while (first < places.length) {
		const length = isBorder(run, places[first], -1) ? findCard(run, places, first) : 0;
		if (length > 0) for (const place of places.slice(first, first + length - SHOWN)) covered.add(place);
		first += length || 1;
	}
	return run.replace(/\d/g, (digit, place: number) => (covered.has(place) ? DOT : digit));
}

/** The count of digits of the longest card that begins at the digit `first`, or 0. */
function findCard(run: string, places: readonly number[], first: number): number {
	for (let length = CARD_DIGITS.max; length >= CARD_DIGITS.min; length -= 1) {
		const digits = places.slice(first, first + length);
		if (digits.length < length || !isBorder(run, digits.at(-1), 1)) continue;
		if (isCardNumber(digits.map((place) => run[place]).join(''))) return length;
	}
	return 0;
}

function isBorder(run: string, place = 0, step: 1 | -1): boolean {
	return !/\d/.test(run[place + step] ?? '');
}
