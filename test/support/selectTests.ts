import { globSync } from 'node:fs';
import { ROOT } from '../../src/build/root.ts';
import { chosenBrowser } from './browser.ts';

/** Where a test runs; its name and folder say so (test/README.md). */
export type Place = (typeof PLACES)[number];
export const PLACES = [
	'node',
	'browser',
	'timings',
	'journeys',
	'pressing',
	'slow',
	'webkit',
	'wordpress',
	'budgets',
	'services',
	'long',
] as const;

function placeOf(file: string): Place {
	if (/\.browser\.test\.tsx?$/.test(file)) return file.startsWith('test/budgets/') ? 'timings' : 'browser';
	const [, named] = /\.(services|webkit|wordpress|long|slow)\.test\.tsx?$/.exec(file) ?? [];
	if (named) return named as Place;
	const [, folder] = /^test\/(journeys|pressing|budgets)\//.exec(file) ?? [];
	return folder ? (folder as Place) : 'node';
}

const IN_BROWSER = '.browser.test.ts';

/** The journeys of which `npm test` consists besides what is tested without the built product. */
const FIRST_JOURNEYS = listed('journeys', 'conversation preview attachments identity firstRun teamDay');

/** What `npm test` has of pressing everything: the chat, without the desk. */
const FIRST_PRESSED = listed('pressing', 'chat');

/**
 * Files of which a second browser shows nothing more. They are about what the server does, which
 * data a view shows and sends, in which order our code acts, or texts and builds, by controls that
 * other files use in each browser. What a browser decides runs in each: focus, keys and carets,
 * layout and drawing, loading and policies, storage and tabs, sockets and networks that fail,
 * files, clipboard and sound, windows and history.
 */
const FOR_ONE_BROWSER: ReadonlySet<string> = new Set([
	...listed(
		'journeys',
		'answering bot campaigns demo demoPages emailCode expiringIdentity firstRun languages npmPackage',
	),
	...listed('journeys', 'otherHalves reading refusals settings shortcuts signIn silences snippets teamAnswers teamDay'),
	...listed('journeys', 'teamSettings translated'),
	...listed('desk', 'addressChange attributes auditLog bots campaigns cannedResponses conflicts', IN_BROWSER),
	...listed('desk', 'mail people team viewers webhooks', IN_BROWSER),
	...listed('host', 'chatwootFrame identity ownTexts titleCount', IN_BROWSER),
	...listed('widget', 'beforeMessage beforeSend branding campaigns faults firstReading', IN_BROWSER),
	...listed('widget', 'nativeApp ownTexts topics', IN_BROWSER),
]);

function listed(folder: string, names: string, ending = '.test.ts'): ReadonlySet<string> {
	return new Set(names.split(' ').map((name) => `test/${folder}/${name}${ending}`));
}

/**
 * Whether `npm test` runs it: what tells within minutes whether something is broken. `npm run
 * test:all` runs the rest.
 */
export function isFirst(file: string): boolean {
	switch (placeOf(file)) {
		case 'node':
		case 'browser':
			return true;
		case 'journeys':
			return FIRST_JOURNEYS.has(file);
		case 'pressing':
			return FIRST_PRESSED.has(file);
		default:
			return false;
	}
}

/**
 * Of the tests in Node those of functions that keep nothing. Other modules of chat and desk have
 * the state of one page.
 */
const OF_FUNCTIONS: ReadonlySet<string> = new Set([
	...listed('desk', 'answerOf axisPlaces conversation leaving timeline view visitor'),
	...listed('widget', 'chunk colors maskText md5 navigation prechatCountries prechatRules richTextAddresses'),
	...listed('widget', 'richTextAsTyped richTextUrl sessionState thread timeline'),
]);

/** Whether it may run in a process in which others have run (test/support/sharedProcess.ts). */
export function mayShareProcess(file: string): boolean {
	return /^test\/(build|protocol|server|wording)\//.test(file) || OF_FUNCTIONS.has(file);
}

const OF_BUILT_PRODUCT: readonly Place[] = ['journeys', 'pressing', 'webkit', 'wordpress', 'budgets', 'long', 'slow'];

/** Whether it needs the built product. */
export function needsBuild(file: string): boolean {
	return (
		OF_BUILT_PRODUCT.includes(placeOf(file)) ||
		/^test\/server\/(mail\/awayMail|helpCentre\/(installableDesk|pages))\./.test(file)
	);
}

/**
 * The tests of a place, as paths within the repository.
 * @param chosen files or folders, with or without `test/`; when empty all that tell something of
 * the browser that `BROWSER` names
 */
export function selectTests(place: Place, chosen: string[]): string[] {
	const wanted = chosen.map((path) => path.replace(/^(\.\/)?(test\/)?/, 'test/').replace(/\/$/, ''));
	return globSync('test/**/*.test.{ts,tsx}', { cwd: ROOT })
		.filter((file) => placeOf(file) === place)
		.filter((file) =>
			wanted.length === 0
				? chosenBrowser === 'chromium' || !FOR_ONE_BROWSER.has(file)
				: wanted.some((path) => file === path || file.startsWith(`${path}/`)),
		)
		.toSorted();
}
