/**
 * `node src/build/installThenRun.mjs <script> [arguments]`: a script of package.json for whoever has just cloned the repository
 * and has any Node: see install.mjs.
 */
import { spawn } from 'node:child_process';
import './install.mjs';

const [script, ...rest] = process.argv.slice(2);
const child = spawn('npm', ['run', '--silent', script, '--', ...rest], {
	cwd: new URL('../../', import.meta.url),
	stdio: 'inherit',
	shell: process.platform === 'win32',
});
// Ctrl+C reaches the child by itself; a service manager's SIGTERM reaches it through us.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => process.exit(code ?? 1));
