import { headerOf, keyOf, readTexts } from './pluginTexts.ts';

const MAGIC = 0x950412de;
const HEAD = 28;

/**
 * The translations as WordPress reads them:
 * https://www.gnu.org/software/gettext/manual/html_node/MO-Files.html
 */
export function compileMo(locale: string): Buffer {
	const entries = [
		['', headerOf(locale)] as const,
		...readTexts(locale)
			// Without one WordPress shows the English text.
			.filter(({ translation }) => translation !== '')
			.map((text) => [keyOf(text), text.translation] as const),
	].map(([original, translation]) => ({ original: Buffer.from(original), translation: Buffer.from(translation) }));
	// Readers search by halves.
	entries.sort((one, other) => one.original.compare(other.original));

	const columns = [entries.map(({ original }) => original), entries.map(({ translation }) => translation)];
	const tableSize = 8 * entries.length;
	const head = Buffer.alloc(HEAD + 2 * tableSize);
	// Magic number, revision, count, where the two tables are, and a table of hashes that is left
	// out.
	[MAGIC, 0, entries.length, HEAD, HEAD + tableSize, 0, head.length].forEach((value, index) =>
		head.writeUInt32LE(value, 4 * index),
	);
	const texts: Buffer[] = [];
	let offset = head.length;
	for (const [index, text] of columns.flat().entries()) {
		head.writeUInt32LE(text.length, HEAD + 8 * index);
		head.writeUInt32LE(offset, HEAD + 8 * index + 4);
		texts.push(text, Buffer.alloc(1));
		offset += text.length + 1;
	}
	return Buffer.concat([head, ...texts]);
}
