/**
 * `npm run lint`: runs every check even after one has failed, so that one run shows everything there is to mend. With
 * `--house` it prints the counts of house.ts instead.
 */
import { spawnSync } from 'node:child_process';
import { ROOT } from '../root.ts';
import { inspectHouse, printHouse } from './house.ts';

const CHECKS: [claim: string, command: string, ...args: string[]][] = [
	['formatted', 'oxfmt', '--config', 'src/build/lint/oxfmt.json', '--check', '.', '!**/*.md'],
	['linted', 'oxlint', '--config', 'src/build/lint/oxlint.json', '--type-aware', '--deny-warnings'],
	['without circles of folders', 'node', 'src/build/lint/folderCircles.ts'],
	['typed', 'node', 'node_modules/typescript/bin/tsc', '--project', '.'],
	['texts extracted', 'lingui', 'check', 'sync', '--clean'],
	// `catalog` mode, since fallbacks to English would hide missing translations.
	['texts translated', 'lingui', 'check', 'missing', '--mode', 'catalog'],
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
