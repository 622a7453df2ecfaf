import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { FILE_SIZE_MAX } from '#protocol/entities/attachments.ts';
import { startFiles, type FilesApp } from './filesApp.ts';
import {
	bmp,
	compoundFile,
	docx,
	gif,
	html,
	jpeg,
	pdf,
	png,
	programs,
	svgWithScript,
	webm,
	webp,
	WORD_CLASS,
	zip,
} from './filesSamples.ts';

/** The type that is stored, or the server's error text. */
async function typeOf(app: FilesApp, bytes: Buffer<ArrayBuffer> | string, name: string, type: string): Promise<string> {
	const { body } = await app.post(new File([bytes], name, { type }));
	if (typeof body.message !== 'object') return body.message ?? '';
	return (await app.files.findAttachable(body.message.attachments[0] ?? '')).content_type;
}
const REFUSED = 'file type not supported';

for (const [kind, bytes] of Object.entries(programs)) {
	test(`a program (${kind}) is refused under any claimed type`, async (t) => {
		const app = await startFiles(t);
		for (const [name, type] of [
			['cat.png', 'image/png'],
			['invoice.pdf', 'application/pdf'],
			['letter.doc', 'application/msword'],
			['notes.txt', 'text/plain'],
			['data.zip', 'application/zip'],
			['anything', ''],
		] as const) {
			assert.equal(await typeOf(app, bytes, name, type), REFUSED, `${name} as ${type}`);
		}
		assert.deepEqual(await app.listStored(), []);
		assert.equal(app.countBlobs(), 0);
	});
}

test('refuses a page or a drawing that calls itself a picture or a text', async (t) => {
	const app = await startFiles(t);
	assert.equal(await typeOf(app, html, 'cat.png', 'image/png'), REFUSED);
	assert.equal(await typeOf(app, html, 'notes.txt', 'text/plain'), REFUSED);
	assert.equal(await typeOf(app, html, 'page', ''), REFUSED);
	assert.equal(await typeOf(app, html, 'page.html', 'text/html'), REFUSED);
	assert.equal(await typeOf(app, Buffer.from(`\ufeff${html.toString()}`, 'utf16le'), 'a.txt', 'text/plain'), REFUSED);
	assert.equal(await typeOf(app, svgWithScript, 'cat.png', 'image/png'), REFUSED);
	assert.equal(await typeOf(app, svgWithScript, 'notes.txt', 'text/plain'), REFUSED);
	assert.equal(await typeOf(app, '<?xml version="1.0"?><a/>', 'a.xml', 'application/xml'), REFUSED);
	assert.equal(await typeOf(app, '<!-- unfinished', 'a.txt', 'text/plain'), REFUSED);
});

test('refuses an archive that calls itself a picture or a document', async (t) => {
	const app = await startFiles(t);
	const archive = zip([{ name: 'a.txt', content: 'a' }]);
	assert.equal(await typeOf(app, archive, 'a.zip', 'application/zip'), 'application/zip');
	assert.equal(await typeOf(app, archive, 'a.zip', 'application/x-zip-compressed'), 'application/zip');
	assert.equal(await typeOf(app, archive, 'cat.png', 'image/png'), REFUSED);
	assert.equal(
		await typeOf(app, archive, 'a.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'),
		REFUSED,
	);
});

test('a name with the extension of a program is refused, with any content', async (t) => {
	const app = await startFiles(t);
	for (const name of ['cat.png.exe', 'CAT.HTML', 'setup.bat ', 'setup.bat...', 'a.js']) {
		assert.equal(await typeOf(app, png(1, 1), name, 'image/png'), REFUSED, name);
		assert.equal(await typeOf(app, 'echo', name, 'text/plain'), REFUSED, name);
	}
});

test('refuses what it cannot recognise', async (t) => {
	const app = await startFiles(t);
	const noise = Buffer.from([7, 0, 1, 2, 3, 4, 5, 6]);
	assert.equal(await typeOf(app, noise, 'a.jpg', 'image/jpeg'), REFUSED);
	assert.equal(await typeOf(app, noise, 'a.txt', 'text/plain'), REFUSED);
	assert.equal(await typeOf(app, noise, 'a', ''), REFUSED);
});

test('stores a picture under its real type when only the kind is right', async (t) => {
	const app = await startFiles(t);
	assert.equal(await typeOf(app, jpeg(1, 1), 'cat.png', 'image/png'), 'image/jpeg');
	assert.equal(await typeOf(app, webp(1, 1), 'cat.jpg', 'image/jpeg'), 'image/webp');
	assert.equal(await typeOf(app, bmp(1, 1), 'cat.bmp', 'image/x-ms-bmp'), 'image/bmp');
	assert.equal(await typeOf(app, png(1, 1), 'cat', ''), 'image/png');
});

test('a polyglot is only ever the type of its signature', async (t) => {
	const app = await startFiles(t);
	assert.equal(await typeOf(app, gif(1, 1, '/*<script>alert(1)</script>*/=1;'), 'a.gif', 'image/gif'), 'image/gif');
	assert.equal(
		await typeOf(app, jpeg(1, 1, { comment: '<script>alert(1)</script>' }), 'a.jpg', 'image/jpeg'),
		'image/jpeg',
	);
	assert.equal(await typeOf(app, gif(1, 1, '<html>'), 'a.html', 'text/html'), REFUSED);
	assert.equal(
		await typeOf(app, Buffer.concat([pdf, zip([{ name: 'a', content: 'a' }])]), 'a.zip', 'application/zip'),
		REFUSED,
	);
});

test('takes documents, and what browsers call them', async (t) => {
	const app = await startFiles(t);
	const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
	assert.equal(await typeOf(app, pdf, 'a.pdf', 'application/pdf'), 'application/pdf');
	assert.equal(await typeOf(app, docx(), 'a.docx', word), word);
	assert.equal(await typeOf(app, docx(), 'a.docx', 'application/zip'), word);
	assert.equal(await typeOf(app, docx(), 'a.docx', ''), word);
	assert.equal(await typeOf(app, compoundFile(WORD_CLASS), 'a.doc', 'application/msword'), 'application/msword');
	assert.equal(await typeOf(app, compoundFile(WORD_CLASS), 'a.xls', ''), 'application/vnd.ms-excel');
	assert.equal(await typeOf(app, '{\\rtf1 Hello}', 'a.rtf', 'application/msword'), 'application/rtf');
});

test('takes text in any encoding, also when it begins like something else', async (t) => {
	const app = await startFiles(t);
	assert.equal(await typeOf(app, 'BMW or GIF89a?', 'a.txt', 'text/plain'), 'text/plain');
	assert.equal(await typeOf(app, '<3 you', 'a.txt', ''), 'text/plain');
	assert.equal(await typeOf(app, '\ufeffGrüße', 'a.txt', 'text/plain;charset=utf-8'), 'text/plain');
	assert.equal(await typeOf(app, Buffer.from('\ufeffGrüße', 'utf16le'), 'a.csv', 'text/csv'), 'text/csv');
	assert.equal(
		await typeOf(app, Buffer.from('Stra\xdfe;1', 'latin1'), 'a.csv', 'application/vnd.ms-excel'),
		'text/csv',
	);
	assert.equal(await typeOf(app, '{"a":1}', 'a.json', 'application/json'), 'application/json');
	assert.equal(await typeOf(app, '{"a":1}', 'a.json', ''), 'application/json');
	assert.equal(await typeOf(app, 'plain', 'cat.png', 'image/png'), REFUSED);
});

test('an empty file is a text, and nothing else', async (t) => {
	const app = await startFiles(t);
	assert.equal(await typeOf(app, '', 'a.txt', 'text/plain'), 'text/plain');
	assert.equal(await typeOf(app, '', 'cat.png', 'image/png'), REFUSED);
});

test('a voice note stays sound in a container that could hold pictures', async (t) => {
	const app = await startFiles(t);
	assert.equal(await typeOf(app, webm, 'note.webm', 'audio/webm;codecs=opus'), 'audio/webm');
	assert.equal(await typeOf(app, webm, 'clip.webm', 'video/webm'), 'video/webm');
	assert.equal(await typeOf(app, webm, 'cat.png', 'image/png'), REFUSED);
});

test('takes a drawing that says so', async (t) => {
	const app = await startFiles(t);
	assert.equal(await typeOf(app, svgWithScript, 'a.svg', 'image/svg+xml'), 'image/svg+xml');
});

test('a channel may take fewer types', async (t) => {
	const { files } = await startFiles(t);
	const claim = { name: 'a.txt', contentType: 'text/plain' };
	const rules = { types: ['image/*'], sizeMax: FILE_SIZE_MAX };
	await assert.rejects(files.upload(Readable.from([Buffer.from('a')]), claim, rules), {
		reason: { code: 'FILE_TYPE_NOT_SUPPORTED' },
	});
	const blob = await files.upload(Readable.from([Buffer.from('a')]), claim);
	await assert.rejects(files.findAttachable(files.sign('attachment', blob), rules), {
		reason: { code: 'FILE_TYPE_NOT_SUPPORTED' },
	});
});
