/** The npm package as a site installs it: packed, and installed into a folder of its own. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ensureBuilt } from '../../src/build/ensureBuilt.ts';
import { ROOT } from '../../src/build/root.ts';

/** Packages that a site has besides; they are copied from ours, so that nothing is downloaded. */
const PEERS = ['react', 'react-dom', 'scheduler', '@types/react', 'csstype'];

export interface Site {
	folder: string;
	/** The packed package. */
	tarball: string;
	/** Paths of the files in it. */
	files: string[];
	/** Runs a module on Node as a site would, and answers its output. */
	run: (program: string) => string;
	remove: () => void;
}

/** Packs the package into the folder. */
export function packPackage(folder: string): Pick<Site, 'tarball' | 'files'> {
	ensureBuilt();
	const [packed] = JSON.parse(npm(folder, 'pack', join(ROOT, 'dist/npm'), '--json', '--ignore-scripts')) as [
		{ filename: string; files: { path: string }[] },
	];
	return { tarball: join(folder, packed.filename), files: packed.files.map(({ path }) => path) };
}

export function installPackage(): Site {
	const folder = mkdtempSync(join(tmpdir(), 'live-chat-site-'));
	writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'site', private: true, type: 'module' }));
	const { tarball, files } = packPackage(folder);
	// Offline, so everything it needs has to be in the tarball; its peers are optional, and only
	// installed by sites that name them.
	npm(folder, 'install', tarball, '--offline', '--no-audit', '--no-fund');
	for (const name of PEERS) {
		const link = join(folder, 'node_modules', name);
		mkdirSync(dirname(link), { recursive: true });
		symlinkSync(join(ROOT, 'node_modules', name), link);
	}
	return {
		folder,
		tarball,
		files,
		run: (program) =>
			execFileSync(process.execPath, ['--input-type=module', '--eval', program], { cwd: folder, encoding: 'utf8' }),
		remove: () => rmSync(folder, { recursive: true, force: true }),
	};
}

function npm(folder: string, ...args: string[]): string {
	return execFileSync('npm', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
}
