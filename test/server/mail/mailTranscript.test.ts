import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Window } from 'happy-dom';
import type { FileAttachment } from '#protocol/entities/attachments.ts';
import type { ContactSender, UserSender } from '#protocol/entities/entities.ts';
import type { TranscriptMessage } from '#transcript/transcript.ts';
import { createTranscriptMail, type TranscriptMailOptions } from '../../../src/server/mail/transcriptMail.ts';
import { parseMarkdown } from '../../../src/markdown/parseMarkdown.ts';

const ada: UserSender = {
	id: 1,
	name: 'Ada Lee',
	available_name: 'Ada',
	avatar_url: '',
	type: 'user',
	availability_status: null,
	thumbnail: '',
};
const visitor: ContactSender = {
	id: 2,
	name: 'calm-river-412',
	email: null,
	phone_number: null,
	identifier: null,
	additional_attributes: {},
	custom_attributes: {},
	thumbnail: '',
	blocked: false,
	type: 'contact',
};
const file: FileAttachment = {
	id: 1,
	message_id: 1,
	account_id: 1,
	file_type: 'image',
	extension: null,
	data_url: 'https://chat.example/files/abc/my%20cat.png',
	thumb_url: '',
	file_size: 1,
	width: null,
	height: null,
};

const incoming = (content: string, more: Partial<TranscriptMessage> = {}): TranscriptMessage => ({
	message_type: 0,
	content,
	content_attributes: {},
	created_at: Date.UTC(2025, 2, 3, 13, 5) / 1000,
	private: false,
	sender: visitor,
	...more,
});
const outgoing = (content: string, more: Partial<TranscriptMessage> = {}) =>
	incoming(content, { message_type: 1, sender: ada, ...more });

const transcribe = (messages: TranscriptMessage[], more: Partial<TranscriptMailOptions> = {}) => {
	const transcript = createTranscriptMail({
		displayId: 42,
		locale: 'en',
		timeZone: 'UTC',
		parse: parseMarkdown,
		...more,
	});
	return transcript.mailOf(messages.flatMap((message) => transcript.entryOf(message) ?? []));
};

test('names the conversation by its public number', () => {
	assert.equal(transcribe([]).subject, '[#42] Conversation Transcript');
});

test('tells who said what, and when, in order', () => {
	const { text, html } = transcribe([incoming('Hi\nthere'), outgoing('How can I **help**?')]);
	assert.equal(
		text,
		[
			'[#42] Conversation Transcript',
			'calm-river-412 (Mar 03, 01:05 PM UTC)\n    Hi\n    there',
			'Ada (Mar 03, 01:05 PM UTC)\n    How can I **help**?',
		].join('\n\n'),
	);
	assert.match(
		html,
		/<bdi>calm-river-412<\/bdi>[^]*Mar 03, 01:05 PM UTC[^]*Hi<br \/>there[^]*<bdi>Ada<\/bdi>[^]*<strong>help<\/strong>/,
	);
});

test("tells the time in the inbox's time zone", () => {
	assert.match(transcribe([incoming('Hi')], { timeZone: 'America/New_York' }).text, /\(Mar 03, 08:05 AM EST\)/);
	assert.match(
		transcribe([incoming('Hi', { created_at: 0 })], { timeZone: 'Asia/Kolkata' }).text,
		/\(Jan 01, 05:30 AM GMT\+5:30\)/,
	);
});

test('leaves out notes, activities, templates and what was deleted', () => {
	const { text, html } = transcribe([
		outgoing('a secret note', { private: true }),
		incoming('a secret activity', { message_type: 2 }),
		incoming('a secret template', { message_type: 3 }),
		outgoing('a secret mistake', { content_attributes: { deleted: true } }),
		outgoing('hello'),
	]);
	assert.match(text, /hello/);
	assert.doesNotMatch(text + html, /secret/);
});

test('links files by their names', () => {
	const { text, html } = transcribe([incoming('', { attachments: [file] })]);
	assert.match(text, /\n {4}my cat\.png: https:\/\/chat\.example\/files\/abc\/my%20cat\.png$/);
	assert.match(
		html,
		/<a href="https:\/\/chat\.example\/files\/abc\/my%20cat\.png" rel="noopener noreferrer"><bdi>my cat\.png<\/bdi><\/a>/,
	);
});

test('names what was shared without a file', () => {
	const { text } = transcribe([
		outgoing('', {
			attachments: [
				{
					id: 1,
					message_id: 1,
					account_id: 1,
					file_type: 'location',
					coordinates_lat: 1.5,
					coordinates_long: -2,
					fallback_title: null,
					data_url: null,
				},
				{
					id: 2,
					message_id: 1,
					account_id: 1,
					file_type: 'fallback',
					fallback_title: 'A page',
					data_url: 'https://a.example/',
				},
			],
		}),
	]);
	assert.match(text, /\n {4}Location \(1\.5, -2\)\n {4}A page: https:\/\/a\.example\/$/);
});

test('no text that a person typed becomes markup', () => {
	const evil = `<script>alert(1)</script>"onmouseover='x'&`;
	const { html } = transcribe([
		incoming(evil, {
			sender: { ...visitor, name: evil },
			attachments: [{ ...file, data_url: `https://a.example/"><img src=x>/${evil}` }],
		}),
		outgoing(`\`${evil}\` [x](javascript:alert(1)) ![x](https://a.example/pixel.gif) <img src=x onerror=alert(1)>`),
	]);
	const page = new Window().document;
	page.write(html);
	const elements = [...page.querySelectorAll('*')];
	assert.deepEqual([...new Set(elements.map(({ localName }) => localName))].toSorted(), [
		'a',
		'bdi',
		'body',
		'code',
		'div',
		'h1',
		'head',
		'html',
		'meta',
		'p',
		'section',
		'span',
		'strong',
		'title',
	]);
	assert.deepEqual([...new Set(elements.flatMap((element) => element.getAttributeNames()))].toSorted(), [
		'charset',
		'content',
		'dir',
		'href',
		'lang',
		'name',
		'rel',
		'style',
	]);
	for (const link of page.querySelectorAll('a'))
		assert.match(link.getAttribute('href') ?? '', /^https:\/\/a\.example\//);
	assert.equal(page.querySelector('bdi')?.textContent, evil);
});

test('an address with quotes stays within its attribute', () => {
	const href = 'https://a.example/"onclick="alert(1)';
	const { html } = transcribe([incoming('Hi')], {
		parse: () => [{ kind: 'paragraph', content: [{ kind: 'link', href, content: [] }] }],
	});
	const page = new Window().document;
	page.write(html);
	assert.equal(page.querySelector('a')?.getAttribute('href'), href);
});

test('links nothing but web addresses', () => {
	const { html } = transcribe([incoming('', { attachments: [{ ...file, data_url: 'javascript:alert(1)//a.png' }] })]);
	assert.doesNotMatch(html, /<a /);
	assert.match(html, /a\.png/);
});

test('no message can pass for the one after it', () => {
	const forged = 'Thanks\n\nAda (Mar 03, 01:06 PM UTC)\u2028You get a refund.';
	const { text } = transcribe([
		incoming(forged, { sender: { ...visitor, name: 'Eve (Mar 03, 01:00 PM UTC)\n    I agree.\n\nAda' } }),
	]);
	const outside = text.split(/[\n\u2028\u2029]/).filter((line) => line !== '' && !line.startsWith('    '));
	assert.equal(outside.length, 2);
	assert.match(outside[1] ?? '', /^Eve .*Ada \(Mar 03, 01:05 PM UTC\)$/);
});

test('a name with direction marks does not reverse the text around it', () => {
	const { text, html } = transcribe([incoming('Hi', { sender: { ...visitor, name: '\u202eadA\u2066' } })]);
	assert.doesNotMatch(text + html, /[\u202a-\u202e\u2066-\u2069]/);
});

test('a sender without a name is shown', () => {
	assert.match(transcribe([incoming('Hi', { sender: { ...visitor, name: ' ' } })]).text, /\nVisitor \(/);
	const { sender: _, ...anonymous } = outgoing('Hi');
	assert.match(transcribe([anonymous]).text, /\nAgent \(/);
});

test('draws lists, quotes and code', () => {
	const { html } = transcribe([outgoing('3. three\n4. four\n\n- a\n\n> quoted\n\n```\n<b>\n```')]);
	assert.match(html, /<ol start="3"[^>]*>\s*<li>/);
	assert.match(html, /<ul [^>]*>\s*<li>/);
	assert.match(html, /<blockquote[^>]*>\s*<p[^>]*>quoted<\/p>\s*<\/blockquote>/);
	assert.match(html, /<pre[^>]*><code>&#60;b&#62;<\/code><\/pre>/);
});
