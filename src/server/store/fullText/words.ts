/**
 * The words of messages and contacts, by which the team finds them: FTS5 on SQLite, a tsvector on
 * PostgreSQL. Both get words that this file has made of the texts, so that both find the same,
 * whatever the database's locale. A place, such as an inbox, is indexed like a word: who sees
 * little of much does not wait for the search through the rest.
 */
import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely';
import { foldText } from '#protocol/base/foldText.ts';
import { isPostgres } from '../dialect/isPostgres.ts';

/** Their `rowid` is the id of the message or contact. Triggers delete the words with it. */
export type WordTable = 'message_words' | 'contact_words';

export interface Sought {
	text: string;
	/** In any of these. */
	places: readonly string[];
}

export const placeOf = {
	account: (id: number) => `a${id}`,
	inbox: (id: number) => `i${id}`,
	/** The contacts of an account who are known by more than a name. */
	known: (accountId: number) => `k${accountId}`,
};

/**
 * Characters of one text that are indexed: all that people type in the chat, and the beginning of
 * what programs send.
 */
const TEXT_MAX = 10_000;
/** Further words of a search are ignored. */
const SOUGHT_MAX = 10;
/** Characters of one word. */
const WORD_MAX = 60;
/** So many letters of a word find it; fewer are a word of their own. */
const PREFIX_MIN = 2;

/** Digits of a telephone number, and of a code with signs in it. */
const NUMBER_MIN = 6;
const CODE_MIN = 3;

/**
 * Written without spaces: each character is a word, and several that follow each other are sought
 * as such.
 */
const UNSPACED = String.raw`[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]`;
const RUNS = new RegExp(String.raw`${UNSPACED}+|(?:(?!${UNSPACED})[\p{L}\p{N}])+`, 'gu');
const IS_UNSPACED = new RegExp(UNSPACED, 'u');

/** Each word by itself; the characters of an unspaced run together. */
function runsOf(folded: string): string[][] {
	return (folded.match(RUNS) ?? []).map((run) => (IS_UNSPACED.test(run) ? Array.from(run) : [run.slice(0, WORD_MAX)]));
}

/**
 * What people write with and without signs within it, in folded text: telephone numbers, and codes
 * of letters and digits. They are also indexed, and sought, as one word.
 */
const NUMBER = String.raw`\+?\(?\d(?:[ ()\p{Pd}./]{0,3}\d){${NUMBER_MIN - 1},}`;
const CODE = String.raw`[a-z0-9]+(?:[\p{Pd}./_]?[a-z0-9]+)*`;
const JOINED = new RegExp(String.raw`(?<![a-z0-9])(?:${NUMBER}|${CODE})(?![\p{L}\p{N}])`, 'gu');

/**
 * All forms of a number or code as one word, so that one is found by the other where they have a
 * form in common.
 */
function joinedForms(written: string, isIndexed: boolean): string[] {
	const groups = written.replace(/\(0\)/, ' ').match(/[a-z0-9]+/g) ?? [];
	const whole = groups.join('');
	if (!/\d/.test(whole) || whole.length > WORD_MAX) return [];
	if (/[a-z]/.test(whole)) {
		const digits = whole.replace(/^[a-z]+/, '');
		// "2.10.3" finds "v2.10.3", but "v2.10.3" not "2.10.3" of something else.
		return isIndexed && /^\d+$/.test(digits) ? [whole, digits] : [whole];
	}
	// Another number may stand before it.
	const starts = isIndexed ? groups.map((_, index) => groups.slice(index).join('')) : [whole];
	const country = written.startsWith('+') ? whole : /^00(\d+)$/.exec(whole)?.[1];
	// Country codes have one to three digits; within the country, a 0 or an 8 stands in their
	// place, or nothing.
	const national = country === undefined ? [] : [0, 1, 2, 3].map((length) => country.slice(length));
	const trunk = /^(?:0(?=[1-9])|8(?=\d{10}$))(\d+)$/.exec(whole)?.[1];
	const forms = [...starts, ...national, trunk ?? ''].filter(({ length }) => length >= NUMBER_MIN);
	return [...new Set(groups.length > 1 && whole.length >= CODE_MIN ? [whole, ...forms] : forms)];
}

/** The words by which a text is found. */
function wordsOf(text: string): string[] {
	const folded = foldText(text);
	const words = runsOf(folded).flat();
	const joined = new Set((folded.match(JOINED) ?? []).flatMap((written) => joinedForms(written, true)));
	for (const word of words) joined.delete(word);
	return [...words, ...joined];
}

/** What has to be found of a text: all of its words, or one of its forms as one word. */
interface Wanted {
	runs: string[][];
	forms: string[];
}

function wantedOf(text: string): Wanted[] {
	const folded = foldText(text);
	const wanted: Wanted[] = [];
	let end = 0;
	const take = (written: string, forms: string[]) => {
		const runs = runsOf(written).slice(0, SOUGHT_MAX);
		if (forms.length > 0) wanted.push({ runs, forms });
		else wanted.push(...runs.map((run) => ({ runs: [run], forms: [] })));
	};
	for (const { 0: written, index } of folded.matchAll(JOINED)) {
		take(folded.slice(end, index), []);
		take(written, joinedForms(written, false));
		end = index + written.length;
	}
	take(folded.slice(end), []);
	return wanted.slice(0, SOUGHT_MAX);
}

/** Stores the words of a new text. */
export function insertWords(
	db: QueryExecutorProvider,
	table: WordTable,
	id: number | RawBuilder<number>,
	of: Sought,
): Promise<void> {
	return insertManyWords(db, table, [{ id, ...of }]);
}

/** Stores the words of up to 1,000 new texts in one statement. */
export async function insertManyWords(
	db: QueryExecutorProvider,
	table: WordTable,
	texts: readonly (Sought & Pick<WordRow, 'id'>)[],
): Promise<void> {
	const rows = texts.map(({ id, text, places }) => ({ id, words: wordsOf(text.slice(0, TEXT_MAX)), places }));
	await insertWordRows(db, table, rows);
}

/** The words of a text, as this file has made them. */
interface WordRow {
	id: number | RawBuilder<number>;
	words: readonly string[];
	places: readonly string[];
}

async function insertWordRows(db: QueryExecutorProvider, table: WordTable, rows: readonly WordRow[]): Promise<void> {
	if (rows.length === 0) return;
	const values = rows.map(({ id, words, places }) =>
		isPostgres(db)
			? sql`(${id}, ${vectorOf(words, places)}::tsvector)`
			: sql`(${id}, ${words.join(' ')}, ${places.join(' ')})`,
	);
	const columns = isPostgres(db) ? sql`rowid, words` : sql`rowid, words, places`;
	await sql`insert into ${sql.table(table)} (${columns}) values ${sql.join(values)}`.execute(db);
}

/** Copies all words from SQLite to PostgreSQL. */
export async function copyWords(
	from: QueryExecutorProvider,
	to: QueryExecutorProvider,
	table: WordTable,
): Promise<void> {
	for (let after = 0; ;) {
		const { rows } = await sql<{ id: number; words: string; places: string }>`
			select rowid as id, words, places from ${sql.table(table)} where rowid > ${after} order by rowid limit ${COPIED_AT_ONCE}
		`.execute(from);
		const split = (text: string) => text.split(' ').filter((word) => word !== '');
		await insertWordRows(
			to,
			table,
			rows.map(({ id, words, places }) => ({ id, words: split(words), places: split(places) })),
		);
		const last = rows.at(-1);
		if (!last) return;
		after = last.id;
	}
}

const COPIED_AT_ONCE = 500;

/** Stores the words of a text that has changed. */
export async function replaceWords(db: QueryExecutorProvider, table: WordTable, id: number, of: Sought): Promise<void> {
	await sql`delete from ${sql.table(table)} where rowid = ${id}`.execute(db);
	await insertWords(db, table, id, of);
}

/**
 * A query for the column `rowid` of what has all words, or begins with them; undefined where the
 * text has no word.
 */
export function seek(
	db: QueryExecutorProvider,
	table: WordTable,
	{ text, places }: Sought,
): RawBuilder<number> | undefined {
	const wanted = wantedOf(text);
	if (wanted.length === 0 || places.length === 0) return undefined;
	const name = sql.table(table);
	return isPostgres(db)
		? sql<number>`select rowid from ${name} where words @@ ${postgresQuery(wanted, places)}::tsquery`
		: sql<number>`select rowid from ${name} where ${name} match ${sqliteQuery(wanted, places)}`;
}

function isPrefix(run: readonly string[]): boolean {
	return run.length === 1 && (run[0]?.length ?? 0) >= PREFIX_MIN;
}

function sqliteQuery(wanted: readonly Wanted[], places: readonly string[]): string {
	const queryOf = (run: readonly string[]) => `"${run.join(' ')}"${isPrefix(run) ? ' *' : ''}`;
	const words = wanted.map(({ runs, forms }) =>
		[`(${runs.map(queryOf).join(' AND ')})`, ...forms.map((form) => queryOf([form]))].join(' OR '),
	);
	return `words : (${words.map((word) => `(${word})`).join(' AND ')}) AND places : (${places.map((place) => `"${place}"`).join(' OR ')})`;
}

/** Words consist of letters and digits, so that there is nothing to escape. */
function postgresQuery(wanted: readonly Wanted[], places: readonly string[]): string {
	const queryOf = (run: readonly string[]) =>
		`(${run.map((word) => `'${word}'`).join(' <-> ')}${isPrefix(run) ? ':*' : ''})`;
	const words = wanted.map(({ runs, forms }) =>
		[`(${runs.map(queryOf).join(' & ')})`, ...forms.map((form) => queryOf([form]))].join(' | '),
	);
	return `${words.map((word) => `(${word})`).join(' & ')} & (${places.map((place) => `'#${place}'`).join(' | ')})`;
}

function vectorOf(words: readonly string[], places: readonly string[]): string {
	const positions = new Map<string, number[]>();
	for (const [index, word] of words.entries()) {
		const of = positions.get(word);
		if (of) of.push(index + 1);
		else positions.set(word, [index + 1]);
	}
	return [
		...places.map((place) => `'#${place}'`),
		...[...positions].map(([word, of]) => `'${word}':${of.slice(0, POSITIONS_MAX).join(',')}`),
	].join(' ');
}

/** PostgreSQL keeps no more positions of one word. */
const POSITIONS_MAX = 255;
