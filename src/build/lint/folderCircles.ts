/**
 * Folders may not import each other in a circle, neither through other folders, nor by types alone, nor by dynamic imports:
 * otherwise none of them can be understood, moved or tested without the rest. The linter's own `import/no-cycle` only finds
 * circles of files, and only of values.
 *
 * Run as a program it checks the folders below, and fails with the imports that close a circle.
 */
import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import ts from '@typescript/typescript6';
import { ROOT } from '../root.ts';

/** Each folder directly in one of these is checked against its siblings. */
export const WITHOUT_CIRCLES = [
	'src/widget',
	'src/desk',
	'src/survey',
	'src/models',
	'src/ui',
	'src/client',
	'src/server',
];

interface Import {
	from: string;
	to: string;
}

/** For each circle of folders within `folder`, the imports that close it, as `file → file`. */
export function findFolderCircles(root: string, folder: string): string[][] {
	const imports = readImports(root, folder).filter(({ from, to }) => posix.dirname(from) !== posix.dirname(to));
	const reached = reachable(imports);
	const isOnCircle = ({ from, to }: Import) => reached.get(posix.dirname(to))?.has(posix.dirname(from)) === true;
	const circles = Map.groupBy(imports.filter(isOnCircle), ({ from }) => circleOf(posix.dirname(from), reached));
	return [...circles.values()].map((closing) => closing.map(({ from, to }) => `${from} → ${to}`));
}

function readImports(root: string, folder: string): Import[] {
	const files = globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }).map((file) => file.replaceAll('\\', '/'));
	return files.toSorted().flatMap((from) => {
		const { importedFiles } = ts.preProcessFile(readFileSync(posix.join(root, from), 'utf8'));
		return importedFiles
			.filter(({ fileName }) => fileName.startsWith('.'))
			.map(({ fileName }) => ({ from, to: posix.join(posix.dirname(from), fileName) }))
			.filter(({ to }) => to.startsWith(`${folder}/`));
	});
}

/** For each folder, the folders that its imports reach directly or through others. */
function reachable(imports: Import[]): Map<string, Set<string>> {
	const next = Map.groupBy(imports, ({ from }) => posix.dirname(from));
	return new Map(
		[...next.keys()].map((start) => {
			const found = new Set<string>();
			const queue = [start];
			for (const folder of queue) {
				for (const { to } of next.get(folder) ?? []) {
					if (found.has(posix.dirname(to))) continue;
					found.add(posix.dirname(to));
					queue.push(posix.dirname(to));
				}
			}
			return [start, found];
		}),
	);
}

/** Names the circle that a folder is part of by the first of the circle's folders. */
function circleOf(folder: string, reached: Map<string, Set<string>>): string | undefined {
	const others = [...(reached.get(folder) ?? [])].filter((other) => reached.get(other)?.has(folder));
	return others.toSorted()[0];
}

if (import.meta.main) {
	for (const circle of WITHOUT_CIRCLES.flatMap((folder) => findFolderCircles(ROOT, folder))) {
		console.error(`Folders import each other in a circle:\n\t${circle.join('\n\t')}`);
		process.exitCode = 1;
	}
}
