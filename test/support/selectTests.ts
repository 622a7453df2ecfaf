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
	'webkit',
	'wordpress',
	'budgets',
	'services',
	'long',
] as const;

function placeOf(file: string): Place {
	if (/\.browser\.test\.tsx?$/.test(file)) return file.startsWith('test/budgets/') ? 'timings' : 'browser';
	if (/\.services\.test\.tsx?$/.test(file)) return 'services';
	const [, named] = /\.(webkit|wordpress|long)\.test\.ts$/.exec(file) ?? [];
	if (named) return named as Place;
	if (file.startsWith('test/journeys/')) return 'journeys';
	return file.startsWith('test/budgets/') ? 'budgets' : 'node';
}

/** Journeys about the server, translations or builds, of which a second browser shows nothing more. */
const FOR_ONE_BROWSER: ReadonlySet<string> = new Set(
	['bot', 'demoPages', 'languages', 'npmPackage', 'snippets', 'teamAnswers', 'teamSettings'].map(
		(name) => `test/journeys/${name}.test.ts`,
	),
);

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
