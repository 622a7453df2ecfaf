/** What texts cost that are made to take long, beside ordinary ones. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isWorthParsing } from '../../src/markdown/isWorthParsing.ts';
import { parseMarkdown } from '../../src/markdown/parseMarkdown.ts';
import { fillIn } from '../../src/server/domain/messages/variables.ts';
import { COSTLY_SHAPES } from '../support/costlyMarkdown.ts';

/** Milliseconds of processor time, since the machine may have others to serve meanwhile. */
function cost(work: () => void): number {
	const start = process.cpuUsage();
	work();
	const { user, system } = process.cpuUsage(start);
	return (user + system) / 1000;
}

const TRIES = 10;
/** Compiling and collecting garbage only add to a cost, so the least one is the work's own. */
const leastCost = (work: () => void) => Math.min(...Array.from({ length: TRIES }, () => cost(work)));
/** The same comparison as with `leastCost`, without the tries that it no longer needs. */
const costsLess = (limit: number, work: () => void) => Array.from({ length: TRIES }).some(() => cost(work) < limit);
const message = 'Some *words* of an ordinary message, with https://a.example in it.\n\n'.repeat(90);

test('a text made to take long costs no more than a bounded multiple of an ordinary one', () => {
	const read = (text: string) => () => {
		if (isWorthParsing(text)) parseMarkdown(text);
	};
	assert.ok(isWorthParsing(message));
	const ordinary = leastCost(read(message));
	for (const shape of COSTLY_SHAPES) {
		for (const length of [1_000, 4_000, 20_000, 150_000]) {
			const text = shape.repeat(length / shape.length);
			assert.ok(costsLess(ordinary * 30, read(text)), `${length} characters of ${shape}`);
		}
	}
	for (const mark of ['*', '- ', '>', '1.']) {
		for (const blanks of [' ', '\t', ' \t', `${'\t'.repeat(16)} `, `a\n${mark}${' '.repeat(99)}`]) {
			for (const length of [1_000, 4_000, 19_000]) {
				const text = `${mark}${blanks.repeat(length / blanks.length)}a`;
				assert.ok(costsLess(ordinary * 30, read(text)), `${length} characters: ${JSON.stringify(text.slice(0, 30))}`);
			}
		}
	}
});

test("a text of the team that is made to take long for its variables costs a bounded multiple of an ordinary one's", () => {
	const known = { conversation: { display_id: 1 }, contact: { id: 1, name: 'Ada', email: null, phone_number: null } };
	const fill = (text: string) => () => void fillIn(text, known);
	const ordinary = leastCost(fill('Hello {{contact.name | there}}, `code` '.repeat(3_800)));
	for (const length of [1_000, 4_000, 150_000]) {
		for (const text of [
			`{{a|${' '.repeat(length)}`,
			`{{${' '.repeat(length)}`,
			`{{${'a'.repeat(length)}`,
			'{{a|'.repeat(length / 4),
			`${'`'.repeat(length / 3)}${'a'.repeat((length * 2) / 3)}{{`,
			'`a``a'.repeat(length / 5),
		]) {
			assert.ok(costsLess(ordinary * 10, fill(text)), `${length} characters: ${text.slice(0, 20)}`);
		}
	}
});
