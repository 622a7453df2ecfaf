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

/** The journeys of which `npm test` consists besides what is tested without the built product. */
const FIRST_JOURNEYS = listed('journeys', 'conversation preview attachments identity firstRun teamDay');

/** What `npm test` has of pressing everything: the chat, without the desk. */
const FIRST_PRESSED = listed('pressing', 'chat');

/** Journeys about the server, translations or builds, of which a second browser shows nothing more. */
const FOR_ONE_BROWSER = listed('journeys', 'bot demoPages languages npmPackage snippets teamAnswers teamSettings');

function listed(folder: string, names: string): ReadonlySet<string> {
	return new Set(names.split(' ').map((name) => `test/${folder}/${name}.test.ts`));
}

/** Whether `npm test` runs it: what tells within minutes whether something is broken. `npm run test:all` runs the rest. */
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

const OF_BUILT_PRODUCT: readonly Place[] = ['journeys', 'pressing', 'webkit', 'wordpress', 'budgets', 'long', 'slow'];

/** Whether it needs the built product. */
export function needsBuild(file: string): boolean {
	return OF_BUILT_PRODUCT.includes(placeOf(file)) || /^test\/server\/(awayMail|installableDesk|pages)\./.test(file);
}

/**
 * The tests of a place, as paths within the repository.
 * @param chosen files or folders, with or without `test/`; when empty all that tell something of the browser that `BROWSER` names
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
