/**
 * An article as a Markdown file: between two lines of `---` what it is called and where it belongs, then its text.
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
import { ARTICLE_SLUG } from '#protocol/articles.ts';
import { maxCharacters } from '#protocol/characters.ts';
import { ARTICLE_MAX, SLUG_MAX } from '#protocol/limits.ts';
import { storableText } from '../base/cleanBody.ts';
import { Problem } from '../base/problem.ts';
import { slugOf } from './slug.ts';

const line = v.pipe(v.string(), v.minLength(1, 'is needed'), maxCharacters(255, 'is too long'));

const ArticleFile = v.strictObject({
	title: v.optional(line, ''),
	description: v.optional(v.pipe(v.string(), maxCharacters(1_000, 'is too long')), ''),
	/** Made when the portal has none of that name in that language. */
	category: v.optional(
		v.pipe(
			line,
			v.check((name) => slugOf(name) !== '', 'has no letter and no digit'),
		),
	),
	/** Its address; the file's name when absent. */
	slug: v.pipe(
		v.string(),
		maxCharacters(SLUG_MAX, 'is too long'),
		v.regex(ARTICLE_SLUG, 'has letters and digits, and single dashes between them'),
	),
	/** Slug of the article, in another language, that this one translates. */
	translates: v.optional(v.string()),
	content: v.pipe(v.string(), v.minLength(1, 'is needed'), maxCharacters(ARTICLE_MAX, 'is too long')),
});
export type ArticleFile = v.InferOutput<typeof ArticleFile>;

/** Throws ARTICLE_FILE_INVALID. */
export function readArticleFile(path: string): ArticleFile {
	let text: string;
	try {
		text = storableText(readFileSync(path, 'utf8'));
	} catch (error) {
		throw unusable(path, error instanceof Error ? error.message : String(error));
	}
	const parts = /^---\r?\n(?<head>.*?)\r?\n---\r?\n(?<content>.*)$/s.exec(text)?.groups;
	if (!parts) throw unusable(path, 'must begin with lines such as "title: …" between two lines of ---');
	const result = v.safeParse(ArticleFile, {
		slug: slugOf(basename(path, '.md')),
		...readHead(parts['head'] ?? ''),
		content: (parts['content'] ?? '').trim(),
	});
	if (result.success) return result.output;
	const [issue] = result.issues;
	throw unusable(path, issue.message, v.getDotPath(issue));
}

function unusable(file: string, message: string, path: string | null = null): Problem {
	return new Problem({ code: 'ARTICLE_FILE_INVALID', file, issue: { path, message } });
}

function readHead(head: string): Record<string, string> {
	return Object.fromEntries(
		head.split(/\r?\n/).map((written) => {
			const [, key = written, value = ''] = /^(\w+):(.*)$/.exec(written) ?? [];
			return [key, value.trim()];
		}),
	);
}
