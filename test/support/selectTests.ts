import { globSync } from 'node:fs';
import { ROOT } from '../../src/build/root.ts';

/** Where a test runs; its name and folder say so (test/README.md). */
export type Place = (typeof PLACES)[number];
export const PLACES = ['node', 'browser', 'journeys', 'webkit', 'wordpress', 'budgets', 'services', 'long'] as const;

function placeOf(file: string): Place {
	if (/\.browser\.test\.tsx?$/.test(file)) return 'browser';
	if (/\.services\.test\.tsx?$/.test(file)) return 'services';
	const [, named] = /\.(webkit|wordpress|long)\.test\.ts$/.exec(file) ?? [];
	if (named) return named as Place;
	if (file.startsWith('test/journeys/')) return 'journeys';
	return file.startsWith('test/budgets/') ? 'budgets' : 'node';
}

/**
 * The tests of a place, as paths within the repository.
 * @param chosen files or folders, with or without `test/`; all when empty
 */
export function selectTests(place: Place, chosen: string[]): string[] {
	const wanted = chosen.map((path) => path.replace(/^(\.\/)?(test\/)?/, 'test/').replace(/\/$/, ''));
	return globSync('test/**/*.test.{ts,tsx}', { cwd: ROOT })
		.filter((file) => placeOf(file) === place)
		.filter((file) => wanted.length === 0 || wanted.some((path) => file === path || file.startsWith(`${path}/`)))
		.toSorted();
}
