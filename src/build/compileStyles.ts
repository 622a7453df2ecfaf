import { readFileSync } from 'node:fs';
import { transform } from 'lightningcss';
import { styleTargets } from './browsers.ts';
import { repositoryPath } from './root.ts';

export interface Styles {
	css: string;
	/** Local class name → the name in the page; empty for a sheet that is not a module. */
	classes: Record<string, string>;
}

/** Minifies a sheet. In `*.module.css` class names become unique, so that two components may both have a `root`. */
export function compileStyles(file: string): Styles {
	const { code, exports } = transform({
		filename: repositoryPath(file),
		code: readFileSync(file),
		minify: true,
		cssModules: file.endsWith('.module.css') && { pattern: '[local]_[hash]' },
		targets: styleTargets,
	});
	// They come in another order at each run, which would give the same sources files of other names.
	const sorted = Object.entries(exports ?? {}).toSorted(([one], [other]) => (one < other ? -1 : 1));
	const classes = sorted.map(([local, { name, composes }]) => [
		local,
		[name, ...composes.map((composed) => composed.name)].join(' '),
	]);
	return { css: code.toString(), classes: Object.fromEntries(classes) };
}
