/**
 * `node src/build/installThenRun.mjs <script> [arguments]`: installs the packages if necessary,
 * then runs a script of package.json. For people who have just cloned the repository and have any
 * recent Node (see install.mjs).
 */
import { spawn } from 'node:child_process';
import './install.mjs';

const [script, ...rest] = process.argv.slice(2);
const child = spawn('npm', ['run', '--silent', script, '--', ...rest], {
	cwd: new URL('../../', import.meta.url),
	stdio: 'inherit',
	shell: process.platform === 'win32',
});
// The terminal sends Ctrl+C to the child by itself; a service manager's SIGTERM has to be passed
// on.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => process.exit(code ?? 1));
