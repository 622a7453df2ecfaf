/**
 * An article as a Markdown file: its title and place as YAML between two lines of `---`, then its
 * text.
 *
 *     ---
 *     title: Put the chat into your website
 *     description: One tag in your pages.
 *     category: Getting started
 *     ---
 *     The chat is …
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import * as v from 'valibot';
import { parse } from 'yaml';
import { ARTICLE_SLUG } from '#protocol/entities/articles.ts';
import { maxCharacters } from '#protocol/base/characters.ts';
import { ARTICLE_MAX, SLUG_MAX } from '#protocol/base/limits.ts';
import { cleanBody, storableText } from '../../base/cleanBody.ts';
import { Problem } from '../../base/problem.ts';
import { slugOf } from '#protocol/base/slug.ts';

const line = v.pipe(v.string(), v.minLength(1, 'is needed'), maxCharacters(255, 'is too long'));

const ArticleFile = v.strictObject({
	title: v.optional(line, ''),
	description: v.optional(v.pipe(v.string(), maxCharacters(1_000, 'is too long')), ''),
	/** Created if the portal has no category of that name in that language. */
	category: v.optional(
		v.pipe(
			line,
			v.check((name) => slugOf(name) !== '', 'has no letter and no digit'),
		),
	),
	/** The article's slug; by default the file's name. */
	slug: v.pipe(
		v.string(),
		maxCharacters(SLUG_MAX, 'is too long'),
		v.regex(ARTICLE_SLUG, 'has letters and digits, and single dashes between them'),
	),
	/** Slug of the article in another language of which this is a translation. */
	translates: v.optional(v.string()),
	content: v.pipe(v.string(), v.minLength(1, 'is needed'), maxCharacters(ARTICLE_MAX, 'is too long')),
});
export type ArticleFile = v.InferOutput<typeof ArticleFile>;

/** Throws ARTICLE_FILE_INVALID. */
export function readArticleFile(path: string): ArticleFile {
	const { head, content } = readParts(path);
	const result = v.safeParse(ArticleFile, { slug: slugOf(basename(path, '.md')), ...head, content });
	if (result.success) return result.output;
	const [issue] = result.issues;
	throw unusable(path, issue.message, v.getDotPath(issue));
}

function readParts(path: string): { head: Record<string, unknown>; content: string } {
	try {
		const text = storableText(readFileSync(path, 'utf8'));
		const { head, content = '' } = /^---\r?\n(?<head>.*?)\r?\n---\r?\n(?<content>.*)$/s.exec(text)?.groups ?? {};
		const fields = head === undefined ? undefined : readFields(head);
		if (fields) return { head: fields, content: content.trim() };
	} catch (error) {
		// The parser's message shows the place on further lines, which are dropped.
		throw unusable(path, error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error));
	}
	throw unusable(path, 'must begin with lines such as "title: …" between two lines of ---');
}

/**
 * Undefined for YAML without fields. All values are read as texts, since a title may be a year, or
 * `no`.
 */
function readFields(head: string): Record<string, unknown> | undefined {
	const fields: unknown = cleanBody(parse(head, { schema: 'failsafe', logLevel: 'error' }));
	return typeof fields === 'object' && fields !== null && !Array.isArray(fields) ? { ...fields } : undefined;
}

function unusable(file: string, message: string, path: string | null = null): Problem {
	return new Problem({ code: 'ARTICLE_FILE_INVALID', file, issue: { path, message } });
}
