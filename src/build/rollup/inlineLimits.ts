import type { Plugin } from 'rollup';
import * as limits from '../../protocol/base/limits.ts';

const IMPORT = /^import \{([^}]*)\} from ["'](?:#protocol\/base|\.\.\/base|\.)\/limits\.ts["'];$/gm;

/**
 * Writes the numbers of protocol/base/limits.ts into the modules that import them. As imports they
 * would all be part of the first chunk that needs one of them, which on pages is the one that
 * everybody loads, and be exported from there to all others.
 */
export function inlineLimits(): Plugin {
	return {
		name: 'inline-limits',
		transform(code) {
			if (!code.includes('/limits.ts')) return null;
			return {
				code: code.replace(IMPORT, (statement, names: string) => {
					const constants = names.split(',').map((name) => `const ${name.trim()} = ${valueOf(name.trim())};`);
					// As many lines as before, so that the source map stays right.
					return constants.join(' ') + statement.replaceAll(/[^\n]/g, '');
				}),
				map: null,
			};
		},
	};
}

const VALUES: Readonly<Record<string, unknown>> = limits;

/** As source. Throws for what is no name of a limit. */
function valueOf(name: string): string {
	if (!(name in VALUES)) throw new Error(`"${name}" is no name of protocol/base/limits.ts.`);
	return JSON.stringify(VALUES[name]);
}
