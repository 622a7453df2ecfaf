/**
 * Part of `npm run extract`: brings the WordPress plugin's texts into its languages. With
 * `--check`, a part of `npm run lint`.
 */
import { findFaults, writeTexts } from './pluginTexts.ts';

if (process.argv.includes('--check')) {
	for (const fault of findFaults()) {
		console.error(fault);
		process.exitCode = 1;
	}
} else writeTexts();
