/**
 * Reads a text in the words of a website's owner. It has the notation of the catalogues (ICU
 * MessageFormat), and everything in it besides placeholders and tags is shown as it is written.
 */
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { hasAtMost } from '#protocol/base/characters.ts';
import { OWN_TEXT_MAX } from '#protocol/base/limits.ts';
import type { CompiledText } from '#protocol/entities/ownTexts.ts';

export type WordingProblem =
	| { code: 'too-long' }
	/** It is not in the notation. */
	| { code: 'unreadable' }
	/**
	 * A placeholder or a tag that the catalogue's text has, or a choice that every language needs,
	 * is missing.
	 */
	| { code: 'lacks'; part: string }
	/** The catalogue's text has no such placeholder or tag. */
	| { code: 'has'; part: string };

export type Wording = { compiled: CompiledText } | { problem: WordingProblem };

/**
 * @param references the catalogue's texts in whose place it stands, in English first: it needs the
 * placeholders and tags of one of them, as languages may ask for others than English
 */
export function readWording(text: string, references: readonly string[]): Wording {
	if (!hasAtMost(OWN_TEXT_MAX, text)) return { problem: { code: 'too-long' } };
	const compiled = compile(text);
	if (!compiled) return { problem: { code: 'unreadable' } };
	const problems = references.map((reference) =>
		compare(partsOf(text, compiled), partsOf(reference, compile(reference))),
	);
	const problem = problems.includes(undefined) ? undefined : problems[0];
	return problem ? { problem } : { compiled };
}

/** What is wrong, as it follows the text's id. */
export function describeProblem(problem: WordingProblem): string {
	switch (problem.code) {
		case 'too-long':
			return `is too long (maximum is ${OWN_TEXT_MAX} characters)`;
		case 'unreadable':
			return 'is no valid text: check its braces';
		case 'lacks':
			return `has to contain ${problem.part}`;
		case 'has':
			return `must not contain ${problem.part}`;
	}
}

function compile(text: string): CompiledText | undefined {
	try {
		// Kinds that no text of the catalogues has are refused below.
		return compileMessageOrThrow(text) as CompiledText;
	} catch {
		return undefined;
	}
}

interface Parts {
	/** `{name}` for each placeholder. */
	placeholders: Set<string>;
	/** `{count, plural}` for each that is more than its value. */
	kinds: Set<string>;
	/** Each opening and closing tag, in the order of the alphabet. */
	tags: string[];
	/** A tag that is not opened, or not closed. */
	brokenTag: string | undefined;
	lacksOther: boolean;
}

function partsOf(text: string, compiled: CompiledText = []): Parts {
	const parts: Parts = {
		placeholders: new Set(),
		kinds: new Set(),
		tags: (text.match(TAG) ?? []).toSorted(),
		brokenTag: withoutPairs(text).match(TAG)?.[0],
		lacksOther: false,
	};
	const collect = (tokens: CompiledText): void => {
		for (const token of tokens) {
			if (typeof token === 'string') continue;
			const [name, kind, choices] = token;
			parts.placeholders.add(`{${name}}`);
			if (kind !== undefined) parts.kinds.add(`{${name}, ${kind}}`);
			if (typeof choices !== 'object') continue;
			parts.lacksOther ||= !Object.hasOwn(choices, 'other');
			for (const choice of Object.values(choices)) if (Array.isArray(choice)) collect(choice);
		}
	};
	collect(compiled);
	return parts;
}

const TAG = /<\/?\w+\/?>/g;

function withoutPairs(text: string): string {
	return text.replaceAll(/<(\w+)>([^]*?)<\/\1>/g, '$2');
}

function compare(own: Parts, reference: Parts): WordingProblem | undefined {
	const has =
		missingIn(reference.placeholders, own.placeholders) ??
		missingIn(reference.kinds, own.kinds) ??
		surplusOf(own.tags, reference.tags);
	if (has !== undefined) return { code: 'has', part: has };
	const lacks = missingIn(own.placeholders, reference.placeholders) ?? surplusOf(reference.tags, own.tags);
	if (lacks !== undefined) return { code: 'lacks', part: lacks };
	if (own.lacksOther) return { code: 'lacks', part: 'other {…}' };
	return own.brokenTag === undefined ? undefined : { code: 'has', part: own.brokenTag };
}

/** The first of `wanted` that is not in `found`. */
function missingIn(found: ReadonlySet<string>, wanted: ReadonlySet<string>): string | undefined {
	return [...wanted].find((part) => !found.has(part));
}

/** The first of `tags` that is not in `others`, or not as often. */
function surplusOf(tags: readonly string[], others: readonly string[]): string | undefined {
	const left = [...others];
	return tags.find((tag) => {
		const at = left.indexOf(tag);
		if (at === -1) return true;
		left.splice(at, 1);
		return false;
	});
}
