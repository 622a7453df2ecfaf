/**
 * `npm run lint`: runs every check even after one has failed, so that one run shows everything
 * there is to mend. With `--house` it prints the counts of house.ts instead.
 */
import { spawnSync } from 'node:child_process';
import { ROOT } from '../root.ts';
import { inspectHouse, printHouse } from './house.ts';

const OXLINT = 'src/build/lint/oxlint.json';
/**
 * Projects of their own: their frameworks' builds check them, with packages that are not installed
 * here.
 */
const EXAMPLES = 'demo/frameworks';

const CHECKS: [claim: string, command: string, ...args: string[]][] = [
	['formatted', 'oxfmt', '--config', 'src/build/lint/oxfmt.json', '--check', '.', '!**/*.md'],
	// Its rules need the types, so it reports the compiler's errors too: `tsc` would check
	// everything once more.
	[
		'linted and typed',
		'oxlint',
		'--config',
		OXLINT,
		'--type-aware',
		'--type-check',
		'--deny-warnings',
		'--ignore-pattern',
		EXAMPLES,
	],
	['without circles of files or folders', 'node', 'src/build/lint/circles.ts'],
	// In one thread, since each would load Babel.
	['texts extracted', 'lingui', 'check', 'sync', '--clean', '--workers', '1'],
	// `catalog` mode, since fallbacks to English would hide missing translations.
	['texts translated', 'lingui', 'check', 'missing', '--mode', 'catalog', '--workers', '1'],
	["extracted and translated, the WordPress plugin's texts", 'node', 'src/build/wordpress/extract.ts', '--check'],
];

if (process.argv.includes('--house')) printHouse(inspectHouse());
else check();

function check(): void {
	for (const [claim, command, ...args] of CHECKS) {
		const { status } = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit' });
		if (status === 0) continue;
		console.error(`✗ not ${claim}: ${[command, ...args].join(' ')}\n`);
		process.exitCode = 1;
	}
}
