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
import { isParsable } from '#markdown/parseArticle.ts';
import { ARTICLE_MAX, SLUG_MAX } from '#protocol/limits.ts';
import { storableText } from '../base/cleanBody.ts';
import { SettingError } from '../base/settings.ts';
import { slugOf } from './slug.ts';

const line = v.pipe(v.string(), v.minLength(1, 'is needed'), v.maxLength(255, 'is too long'));

const ArticleFile = v.strictObject({
	title: v.optional(line, ''),
	description: v.optional(v.pipe(v.string(), v.maxLength(1_000, 'is too long')), ''),
	/** Made when the portal has none of that name in that language. */
	category: v.optional(line),
	/** Its address; the file's name when absent. */
	slug: v.pipe(
		v.string(),
		v.maxLength(SLUG_MAX, 'is too long'),
		v.check((slug) => slug !== '' && slug === slugOf(slug), 'has small letters, digits and dashes'),
	),
	/** Slug of the article, in another language, that this one translates. */
	translates: v.optional(v.string()),
	content: v.pipe(
		v.string(),
		v.maxLength(ARTICLE_MAX, 'is too long'),
		v.check(isParsable, 'has a paragraph that is too intricate'),
	),
});
export type ArticleFile = v.InferOutput<typeof ArticleFile>;

/** Throws a SettingError that says what is wrong with which part of the file. */
export function readArticleFile(path: string): ArticleFile {
	let text: string;
	try {
		text = storableText(readFileSync(path, 'utf8'));
	} catch (error) {
		throw new SettingError(`${path}: ${error instanceof Error ? error.message : String(error)}`);
	}
	const parts = /^---\r?\n(?<head>.*?)\r?\n---\r?\n(?<content>.*)$/s.exec(text)?.groups;
	if (!parts) throw new SettingError(`${path}: must begin with lines such as "title: …" between two lines of ---`);
	const result = v.safeParse(ArticleFile, {
		slug: slugOf(basename(path, '.md')),
		...readHead(parts['head'] ?? ''),
		content: (parts['content'] ?? '').trim(),
	});
	if (result.success) return result.output;
	const [issue] = result.issues;
	throw new SettingError(`${path}: ${v.getDotPath(issue) ?? 'the file'} ${issue.message}`);
}

function readHead(head: string): Record<string, string> {
	return Object.fromEntries(
		head.split(/\r?\n/).map((written) => {
			const [, key = written, value = ''] = /^(\w+):(.*)$/.exec(written) ?? [];
			return [key, value.trim()];
		}),
	);
}
