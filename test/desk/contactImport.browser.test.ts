/** Contacts from a file, at the desk. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setViewport } from '@web/test-runner-commands';
import type { ImportPreview, ImportReport } from '#protocol/application/contactRoutes.ts';
import { axeFindsNothing } from '../support/browser/axe.ts';
import { choose, key, press } from '../support/browser/input.ts';
import { type FakeUpload, fakeUploads } from '../widget/fakeUploads.ts';
import { beginDesk } from './beginDesk.ts';
import { startFakeServer } from './fakeServer.ts';
import { findNamed, hasText, inDialog, inMain, until } from './page.ts';
import { PROFILE } from './samples.ts';

const ACCOUNT = '/api/v1/accounts/1';
const IMPORT = `${ACCOUNT}/contacts/import`;
const server = startFakeServer();
let endDesk = () => {};
const { uploads, stop } = fakeUploads();
let lists = 0;

const HEADINGS = ['Phone number', 'mail', 'Price plan', 'Shoe size', 'id'];
const READ = ['phone_number', 'email', 'Price plan', 'Shoe size', 'id'];

const person = (line: number, email: string) => ({
	line,
	outcome: 'created' as const,
	name: email,
	email,
	phone_number: '+4930111',
	identifier: null,
	labels: [],
	additional_attributes: {},
	custom_attributes: { plan: 'Gold' },
});

const LINES: ImportPreview['lines'] = [
	person(2, 'ada@shop.example'),
	{ ...person(3, 'noor@shop.example'), outcome: 'updated' },
	{ line: 4, reason: 'Email has already been taken', column: 'email' },
	{ line: 5, reason: 'needs an email, a phone_number or an identifier' },
];

/** The next file that the desk has begun to send, once: realtime makes requests, too. */
async function takeUpload(): Promise<FakeUpload> {
	const upload = await until(() => uploads.find(({ url }) => url.includes(IMPORT)));
	uploads.splice(uploads.indexOf(upload), 1);
	return upload;
}

function columnsOf(upload: FakeUpload): unknown {
	const columns = upload.field('columns');
	return typeof columns === 'string' ? JSON.parse(columns) : undefined;
}

/** Answers what is asked next, by what the server has read. Resolves with what was asked. */
async function preview(): Promise<unknown> {
	const upload = await takeUpload();
	assert.ok(upload.url.endsWith(`${IMPORT}/preview`));
	const columns = columnsOf(upload);
	upload.answer({ headings: HEADINGS, columns: columns ?? READ, lines: LINES });
	return columns;
}

before(async () => {
	await setViewport({ width: 1280, height: 800 });
	server.answer('POST /auth/desk_session', () => ({ ...PROFILE, role: 'administrator' }));
	server.answer(`GET ${ACCOUNT}/custom_filters`, () => []);
	server.answer(`GET ${ACCOUNT}/custom_attribute_definitions`, () => [
		{
			attribute_key: 'plan',
			attribute_display_name: 'Price plan',
			attribute_display_type: 'text',
			attribute_values: [],
			attribute_model: 'contact_attribute',
		},
	]);
	server.answer(`GET ${ACCOUNT}/contacts`, () => {
		lists += 1;
		return { meta: { count: 0, current_page: 1, next_cursor: null }, payload: [] };
	});
	endDesk = await beginDesk(server);
	await press({ role: 'link', name: 'Contacts' });
	await until(() => hasText('Nothing here yet.'));
});

after(async () => {
	endDesk();
	stop();
	await setViewport({ width: 800, height: 600 });
});

test('a file that cannot be read is refused in words, and without a network the choice stays', async () => {
	await press(inMain('Import'));
	await until(() => document.activeElement?.closest('dialog'));
	chooseFile('nothing');
	(await takeUpload()).answer({}, 422);
	await until(() => hasText('The file cannot be read as a table'));
	await press(inDialog('Try again'));
	(await takeUpload()).cut();
	await until(() => hasText('The server cannot be reached.'));
	assert.ok(hasText('contacts-of-ours.csv'));
	await press(inDialog('Try again'));
	assert.equal(await preview(), undefined);
	assert.deepEqual(await preview(), ['phone_number', 'email', 'plan', '', '']);
	await until(() => choices().length === HEADINGS.length);
});

test('columns are guessed from the headings, and the first lines say what becomes of them', async () => {
	const rows = [...document.querySelectorAll<HTMLElement>('dialog tbody tr')].map(({ innerText }) =>
		innerText.replaceAll(/\s+/g, ' ').trim(),
	);
	assert.deepEqual(rows, [
		'2 New +4930111 ada@shop.example Gold',
		'3 Updated +4930111 noor@shop.example Gold',
		'4 Refused: Email address: Another contact has this already.',
		'5 Refused: An email address, a phone number or an identifier is needed.',
	]);
	await axeFindsNothing('dialog[open]');
});

test('a column is chosen, also as a new attribute; one that is chosen twice is not imported', async () => {
	await choose(inDialog('Shoe size'), 'New attribute “Shoe size”');
	await previewAs(['phone_number', 'email', 'plan', 'Shoe size', '']);
	const offered = choices().map(({ options }) => [...options].some(({ text }) => text.startsWith('New attribute')));
	assert.deepEqual(offered, [true, true, true, true, false], 'an import ignores the id');
	await choose(inDialog('Shoe size'), 'Email address');
	await previewAs(['phone_number', 'email', 'plan', 'email', '']);
	await until(() => hasText('Chosen twice') && isIdle());
	await press(inDialog('Import'));
	assert.equal(document.activeElement, findNamed('dialog button', 'Import'));
	assert.ok(!document.querySelector('dialog progress'));
	await choose(inDialog(/^Shoe size/), 'Do not import');
	await previewAs(['phone_number', 'email', 'plan', '', '']);
	await until(() => !hasText('Chosen twice') && isIdle());
});

test('of a large file only whole lines of its beginning are sent before the import', async () => {
	chooseFile(`${'x'.repeat(98)}\n`.repeat(30_000));
	const upload = await takeUpload();
	assert.equal((upload.field('import_file') as File).size, 999_999);
	upload.answer({ headings: HEADINGS, columns: READ, lines: LINES });
	await preview();
	await until(isIdle);
});

test('an import that breaks off says so, and can be repeated; its report is saved as a table', async () => {
	await press(inDialog('Import'));
	const broken = await takeUpload();
	assert.ok(broken.url.endsWith(IMPORT));
	assert.equal((broken.field('import_file') as File).size, 2_970_000);
	broken.receive('{"lines":250,"refused":[\n');
	await until(() => hasText('100 of 250'));
	broken.receive('\n\n');
	await until(() => hasText('250 of 250'));
	broken.cut();
	await until(() => hasText('What has been imported stays'));
	assert.deepEqual(
		choices().map(({ value }) => value),
		['phone_number', 'email', 'plan', '', ''],
		'the choice stays',
	);
	await key('Escape');
	await until(() => hasText('Your changes are not saved'));
	await press(inDialog('Continue editing'));
	const before = lists;
	await press(inDialog('Import'));
	const again = await takeUpload();
	assert.deepEqual(columnsOf(again), ['phone_number', 'email', 'plan', '', '']);
	const report: ImportReport = {
		lines: 300,
		created: 297,
		updated: 2,
		refused: [{ line: 4, reason: 'Email "x" is invalid', column: 'email' }],
	};
	again.answer(report);
	await until(() => hasText('297'));
	assert.ok(document.activeElement?.closest('dialog'), 'the focus stays in the dialog');
	assert.ok(hasText('Line 4: Email address: The server does not accept this value.'));
	await until(() => lists > before);
	await axeFindsNothing('dialog[open]');
	const saved: Promise<string>[] = [];
	const { click } = HTMLAnchorElement.prototype;
	HTMLAnchorElement.prototype.click = function save() {
		saved.push(fetch(this.href).then((response) => response.text()));
	};
	await press(inDialog('Download what was refused'));
	HTMLAnchorElement.prototype.click = click;
	assert.equal(await saved[0], 'line,reason\r\n4,"Email ""x"" is invalid"\r\n');
	await key('Escape');
	await until(() => !document.querySelector('dialog[open]'));
	assert.equal(document.activeElement, findNamed('main button', 'Import'));
});

/** In Firefox, each letter by which a choice is found chooses what it leads to. */
async function previewAs(columns: readonly string[]): Promise<void> {
	while (String(await preview()) !== String(columns));
}

/** One for each column of the file. */
function choices(): HTMLSelectElement[] {
	return [...document.querySelectorAll<HTMLSelectElement>('dialog select')];
}

/** Whether nothing is being read or imported. */
function isIdle(): boolean {
	return findNamed('dialog button', 'Import')?.ariaDisabled !== 'true';
}

/** Chooses a file as the browser's own dialog does. */
function chooseFile(text: string): void {
	const input = document.querySelector<HTMLInputElement>('dialog input[type=file]') ?? assert.fail();
	const chosen = new DataTransfer();
	chosen.items.add(new File([text], 'contacts-of-ours.csv', { type: 'application/vnd.ms-excel' }));
	input.files = chosen.files;
	input.dispatchEvent(new Event('change', { bubbles: true }));
}
