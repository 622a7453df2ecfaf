/**
 * Texts of the chat in the words of a website's owner, in place of the catalogue's (docs/texts.md).
 */
import * as v from 'valibot';

/** Language → id → text. */
export const OwnTexts = v.record(v.string(), v.record(v.string(), v.string()));
export type OwnTexts = v.InferOutput<typeof OwnTexts>;

/**
 * The kinds of placeholders that a text may have besides plain ones, such as `{count, plural, …}`.
 */
const KINDS = ['plural', 'select', 'selectordinal', 'number'] as const;
type Kind = (typeof KINDS)[number];

/**
 * A text as lingui compiles it: words, and placeholders with their kind and its style or its
 * choices.
 */
export type CompiledText = (
	| string
	| [name: string]
	| [name: string, kind: Kind]
	| [name: string, kind: Kind, style: string | { [choice: string]: CompiledText | number }]
)[];

/** Key in the catalogues → text, as the server sends them. */
export const CompiledTexts = v.record(v.string(), v.custom<CompiledText>(Array.isArray));
export type CompiledTexts = v.InferOutput<typeof CompiledTexts>;

/** Language → the page's texts in it; those under '' are for every language. */
export type PageTexts = Record<string, CompiledTexts>;
/**
 * Checked by hand, since the schemas for it would be part of what every frame and every page with
 * one loads.
 */
export const PageTexts = v.custom<PageTexts>(
	(texts) =>
		isRecord(texts) && Object.values(texts).every((some) => isRecord(some) && Object.values(some).every(isCompiled)),
);

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isCompiled(text: unknown): boolean {
	return Array.isArray(text) && text.every((part: unknown) => typeof part === 'string' || isPlaceholder(part));
}

function isPlaceholder(part: unknown): boolean {
	if (!Array.isArray(part) || part.length > 3) return false;
	const [name, kind, choices] = part as unknown[];
	if (typeof name !== 'string' || (part.length > 1 && !KINDS.includes(kind as Kind))) return false;
	if (!isRecord(choices)) return part.length < 3 || typeof choices === 'string';
	return Object.values(choices).every((choice) => typeof choice === 'number' || isCompiled(choice));
}
