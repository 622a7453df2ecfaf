/**
 * What comments and texts may cite: pages of docs/ by their headings, as in `docs/wire.md,
 * Messages`, and public standards. Only its authors can read a text that is not in the repository.
 */
import { readFileSync } from 'node:fs';
import { ROOT } from '../root.ts';

/**
 * Names of documents and trackers that are not in the repository. The brackets keep this file from
 * naming them itself.
 */
const ABSENT =
	/wire[-]contract|application[-]api (?:parts? )?[A-C]\d*|(?:design|[Ss]pecification) sections?|the specification['’]s|[d]escribed product|\b[Ii]ssue \d+|\.\.\/shared/g;

const PAGE = /\bdocs\/([\w-]+)\.md(?:, ([\p{L}][^();:.*|`\n]*))?/gu;

/** One sentence for each citation of a text that leads nowhere. */
export function findBadCitations(text: string): string[] {
	// A comment's sentence may continue on the next line.
	const joined = text.replaceAll(/\n\s*\*? ?/g, ' ');
	const absent = [...joined.matchAll(ABSENT)].map(
		([name]) => `"${name}" is not in this repository: cite a heading of docs/.`,
	);
	const broken = [...joined.matchAll(PAGE)].flatMap(([, page = '', headings]) => {
		const known = headingsOf(page);
		if (!known) return [`There is no docs/${page}.md.`];
		return headings === undefined || leadsTo(headings.trim(), known)
			? []
			: [`docs/${page}.md has no heading "${headings.trim()}".`];
	});
	return [...absent, ...broken];
}

/**
 * Whether `cited` begins with one heading, or with two joined by "and"; the sentence may continue
 * after them.
 */
function leadsTo(cited: string, known: string[]): boolean {
	const first = known.filter((heading) => cited.startsWith(heading)).toSorted((a, b) => b.length - a.length)[0];
	if (first === undefined) return false;
	const rest = cited.slice(first.length).replace(/^ and /, '');
	return !/^ and \p{Lu}/u.test(cited.slice(first.length)) || known.some((heading) => rest.startsWith(heading));
}

const headings = new Map<string, string[] | undefined>();

function headingsOf(page: string): string[] | undefined {
	if (!headings.has(page)) headings.set(page, readHeadings(page));
	return headings.get(page);
}

function readHeadings(page: string): string[] | undefined {
	try {
		const text = readFileSync(`${ROOT}/docs/${page}.md`, 'utf8');
		return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
	} catch {
		return undefined;
	}
}
