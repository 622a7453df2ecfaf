import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { transform } from 'lightningcss';
import { styleTargets } from './browsers.ts';
import { repositoryPath } from './root.ts';

export interface Styles {
	css: string;
	/** Local class name → class name in the page; empty for a sheet that is not a CSS module. */
	classes: Record<string, string>;
}

/**
 * Minifies a sheet. In `*.module.css` class names become unique, so that two components may both
 * have a `root`.
 */
export function compileStyles(file: string): Styles {
	const { code, exports } = transform({
		filename: repositoryPath(file),
		code: readFileSync(file),
		minify: true,
		cssModules: file.endsWith('.module.css') && { pattern: `[local]_${suffixOf(repositoryPath(file))}` },
		targets: styleTargets,
	});
	// lightningcss lists them in another order on each run; unsorted, the same sources would give
	// files with other hashes.
	const sorted = Object.entries(exports ?? {}).toSorted(([one], [other]) => (one < other ? -1 : 1));
	const classes = sorted.map(([local, { name, composes }]) => [
		local,
		[name, ...composes.map((composed) => composed.name)].join(' '),
	]);
	// Its names for the two sides of `light-dark()` are long, and in every page.
	const css = code.toString().replaceAll('--lightningcss-', '--_');
	return { css, classes: Object.fromEntries(classes) };
}

/** Suffix → the file that has it. */
const files = new Map<string, string>();

/**
 * What makes a file's class names unique: short, since names are in the sheet and in the script,
 * which every page loads.
 */
function suffixOf(path: string): string {
	const suffix = createHash('sha256').update(path).digest('base64url').slice(0, 4);
	const owner = files.get(suffix) ?? path;
	if (owner !== path) throw new Error(`Class names of ${path} and ${owner} end alike: make the suffix longer`);
	files.set(suffix, path);
	return suffix;
}
