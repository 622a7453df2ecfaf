/**
 * Folders, and files, may not import each other in a circle, neither through others, nor by types
 * alone, nor by dynamic imports: otherwise none of them can be understood, moved or tested without
 * the rest. The linter's own `import/no-cycle` only finds circles of values.
 *
 * Run as a program it checks all files, and the folders below, and fails with the imports that
 * close a circle.
 */
import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import ts from '@typescript/typescript6';
import { ROOT } from '../root.ts';
import { targetOf } from './layers.ts';

/** Each folder directly in one of these is checked against its siblings. */
export const WITHOUT_CIRCLES = [
	'src/host',
	'src/widget',
	'src/desk',
	'src/survey',
	'src/models',
	'src/ui',
	'src/client',
	'src/server',
	'src/protocol',
];

interface Import {
	from: string;
	to: string;
}

/** The folder of a file, or the file itself: between which circles are looked for. */
type PlaceOf = (file: string) => string;

/** For each circle of folders within `folder`, the imports that close it, as `file → file`. */
export function findFolderCircles(root: string, folder: string): string[][] {
	const isWithin = ({ from, to }: Import) => from.startsWith(`${folder}/`) && to.startsWith(`${folder}/`);
	return findCircles(readImports(root).filter(isWithin), posix.dirname);
}

/** The same for circles of files, wherever they are. */
export function findFileCircles(root: string): string[][] {
	return findCircles(readImports(root), (file) => file);
}

function findCircles(all: readonly Import[], placeOf: PlaceOf): string[][] {
	const imports = all.filter(({ from, to }) => placeOf(from) !== placeOf(to));
	const reached = reachable(imports, placeOf);
	const isOnCircle = ({ from, to }: Import) => reached.get(placeOf(to))?.has(placeOf(from)) === true;
	const circles = Map.groupBy(imports.filter(isOnCircle), ({ from }) => circleOf(placeOf(from), reached));
	return [...circles.values()].map((closing) => closing.map(({ from, to }) => `${from} → ${to}`));
}

function readImports(root: string): Import[] {
	const files = globSync('{src,elements}/**/*.{ts,tsx}', { cwd: root }).map((file) => file.replaceAll('\\', '/'));
	return files.toSorted().flatMap((from) => {
		const { importedFiles } = ts.preProcessFile(readFileSync(posix.join(root, from), 'utf8'));
		return importedFiles.flatMap(({ fileName }) => {
			const to = targetOf(from, fileName);
			return to === undefined ? [] : { from, to };
		});
	});
}

/** For each place, the places that its imports reach directly or through others. */
function reachable(imports: readonly Import[], placeOf: PlaceOf): Map<string, Set<string>> {
	const next = Map.groupBy(imports, ({ from }) => placeOf(from));
	return new Map(
		[...next.keys()].map((start) => {
			const found = new Set<string>();
			const queue = [start];
			for (const place of queue) {
				for (const { to } of next.get(place) ?? []) {
					if (found.has(placeOf(to))) continue;
					found.add(placeOf(to));
					queue.push(placeOf(to));
				}
			}
			return [start, found];
		}),
	);
}

/** Names the circle that a place is part of by the first of the circle's places. */
function circleOf(place: string, reached: Map<string, Set<string>>): string | undefined {
	const others = [...(reached.get(place) ?? [])].filter((other) => reached.get(other)?.has(place));
	return others.toSorted()[0];
}

/** All circles of the sources, of files and of folders. */
export function listCircles(): string[][] {
	return [...findFileCircles(ROOT), ...WITHOUT_CIRCLES.flatMap((folder) => findFolderCircles(ROOT, folder))];
}

if (import.meta.main) {
	for (const circle of listCircles()) {
		console.error(`These import each other in a circle:\n\t${circle.join('\n\t')}`);
		process.exitCode = 1;
	}
}
