import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseContent } from '../../src/widget/features/messages/content.ts';

const links = (content: string) => parseContent(content).flatMap((part) => (part.kind === 'link' ? [part.href] : []));

test('an address ends where its sentence goes on', () => {
	assert.deepEqual(links('See https://e.test/a, (https://e.test/b) or https://e.test/c_(d).'), [
		'https://e.test/a',
		'https://e.test/b',
		'https://e.test/c_(d)',
	]);
});

test('nothing but web addresses becomes a link', () => {
	assert.deepEqual(links('javascript:alert(1) data:text/html,x ftp://e.test e.test mailto:a@e.test http://'), []);
});

test('no character of a message is lost or moved', () => {
	for (const content of ['', 'plain', 'https://e.test', 'a https://e.test\n\nb  https://e.test/ü?x=1#y.', 'http://[']) {
		assert.equal(
			parseContent(content)
				.map(({ text }) => text)
				.join(''),
			content,
		);
	}
});
