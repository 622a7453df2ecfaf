/** What a text costs that is made to take long, beside an ordinary one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isWorthParsing } from '../../src/markdown/isWorthParsing.ts';
import { parseMarkdown } from '../../src/markdown/parseMarkdown.ts';
import { COSTLY_SHAPES } from '../support/costlyMarkdown.ts';

test('a text made to take long costs no more than a bounded multiple of an ordinary one', () => {
	const cost = (text: string) => {
		const start = performance.now();
		if (isWorthParsing(text)) parseMarkdown(text);
		return performance.now() - start;
	};
	const best = (text: string) => Math.min(cost(text), cost(text), cost(text));
	const message = 'Some *words* of an ordinary message, with https://a.example in it.\n\n'.repeat(90);
	assert.ok(isWorthParsing(message));
	const ordinary = best(message);
	for (const shape of COSTLY_SHAPES) {
		for (const length of [1_000, 4_000, 20_000, 150_000]) {
			const text = shape.repeat(length / shape.length);
			assert.ok(best(text) < ordinary * 30, `${length} characters of ${shape}`);
		}
	}
});
