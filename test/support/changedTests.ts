/**
 * `npm test -- --changed`: the tests that can find a fault in what has changed since `main`,
 * committed or not.
 */
import { execFileSync } from 'node:child_process';
import { isSource } from '../../src/build/ensureBuilt.ts';
import { createReach } from '../../src/build/lint/importGraph.ts';
import { ROOT } from '../../src/build/root.ts';
import { isFirst, needsBuild, type Place, PLACES, selectTests } from './selectTests.ts';

/** What each test of a place goes through, besides what it imports. */
const HARNESS: Partial<Record<Place, string[]>> = {
	node: ['test/support/hooks.ts', 'test/support/sharedProcess.ts'],
	browser: [
		'test/web-test-runner.config.mjs',
		'test/support/bundleBrowserTests.ts',
		'test/support/browser/nodeTest.ts',
		'test/support/browser/assert.ts',
	],
};

/** Changes of these can break anything. */
const EVERYTHING = /^(package|package-lock|tsconfig)\.json$/;
/** These tests read the repository itself, and take no time. */
const OF_REPOSITORY = /^test\/build\//;

/** Files that differ from those of `main` where the branch left it, and files that are new. */
export function findChanges(): string[] {
	const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' }).trim();
	const base = ['main', 'origin/main'].flatMap((branch) => {
		try {
			return [git('merge-base', 'HEAD', branch)];
		} catch {
			return [];
		}
	});
	const listed = `${git('diff', '--name-only', base[0] ?? 'HEAD')}\n${git('ls-files', '--others', '--exclude-standard')}`;
	return listed.split('\n').filter(Boolean);
}

/**
 * Of what `npm test` runs, the tests that reach a changed file, and of everything else those that
 * have changed themselves. What drives the built product can be broken by all that is built.
 */
export function selectChanged(changed: readonly string[]): string[] {
	const reach = createReach();
	const isBuildChanged = changed.some(isSource);
	const isEverything = changed.some((path) => EVERYTHING.test(path));
	return PLACES.flatMap((place) => {
		const harness = (HARNESS[place] ?? []).flatMap((file) => [...reach(file)]);
		return selectTests(place, []).filter((file) => {
			const reached = new Set([...reach(file), ...harness]);
			if (!isFirst(file)) return changed.some((path) => path.startsWith('test/') && reached.has(path));
			const isOfBuild = isBuildChanged && needsBuild(file);
			return OF_REPOSITORY.test(file) || isEverything || isOfBuild || changed.some((path) => reached.has(path));
		});
	});
}
