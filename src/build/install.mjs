/**
 * Installs the packages unless the versions of the lock file are there. It runs on Node 20, which
 * may be all that the machine has: the Node for everything else is one of the packages, and npm
 * puts it first on the path of the scripts that it runs.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const root = new URL('../../', import.meta.url);

if (!isInstalled()) {
	// On Windows npm is a batch file, which only a shell runs.
	const options = { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' };
	execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], options);
}

/** Whether every package of the lock file is installed, except those for other platforms. */
function isInstalled() {
	const wanted = packagesOf('package-lock.json');
	const present = packagesOf('node_modules/.package-lock.json');
	return Object.entries(wanted).every(
		([path, { version, optional }]) =>
			path === '' || present[path]?.version === version || (optional && !present[path]),
	);
}

function packagesOf(lockFile) {
	try {
		return JSON.parse(readFileSync(new URL(lockFile, root), 'utf8')).packages;
	} catch (error) {
		if (error.code === 'ENOENT') return {};
		throw error;
	}
}
