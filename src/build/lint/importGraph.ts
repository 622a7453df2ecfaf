/**
 * Which files a file reaches: by imports of any kind, and, from a test, by the paths of programs
 * that it starts.
 */
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import ts from '@typescript/typescript6';
import { ROOT } from '../root.ts';
import { targetOf } from './layers.ts';

const CODE = /\.(ts|tsx|mjs|js)$/;
/** The path of a program within the repository. */
const NAMED = /'((?:src|test|demo)\/[\w./-]+\.m?[jt]s)'/g;

/**
 * Answers a function that tells all files that a file reaches, itself among them, as paths within
 * the repository.
 */
export function createReach(): (file: string) => Set<string> {
	const neighbours = new Map<string, string[]>();
	const neighboursOf = (file: string) => {
		const known = neighbours.get(file) ?? (CODE.test(file) ? readNeighbours(file) : []);
		neighbours.set(file, known);
		return known;
	};
	return (file) => {
		const reached = new Set([file]);
		for (const each of reached) for (const next of neighboursOf(each)) reached.add(next);
		return reached;
	};
}

function readNeighbours(file: string): string[] {
	const source = readFileSync(posix.join(ROOT, file), 'utf8');
	const { importedFiles } = ts.preProcessFile(source);
	const imported = importedFiles.flatMap(({ fileName }) =>
		fileName.startsWith('catalogs:') ? ['locales'] : [targetOf(file, fileName.replace(/\?.*$/, ''))],
	);
	const named = file.startsWith('test/') ? [...source.matchAll(NAMED)].map(([, path]) => path) : [];
	return [...new Set([...imported, ...named])].flatMap((path) => (path === undefined ? [] : filesAt(path)));
}

/** The file, or all files of the folder. */
function filesAt(path: string): string[] {
	const place = posix.join(ROOT, path);
	if (!existsSync(place)) return [];
	if (!statSync(place).isDirectory()) return [path];
	return globSync(`${path}/**/*`, { cwd: ROOT }).filter((file) => statSync(posix.join(ROOT, file)).isFile());
}
