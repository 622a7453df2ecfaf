/**
 * Folders may not import each other in a circle, be it over others, for a type alone, or by a dynamic import: then none of them
 * can be understood, moved or tested without the rest. The linter's `import/no-cycle` sees circles of files, and of values.
 *
 * Run as a program it checks the folders below, and fails with the imports that close a circle.
 */
import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import ts from '@typescript/typescript6';
import { ROOT } from '../root.ts';

/** What is checked: each folder inside of one of these, against the others in it. */
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

/** For each circle of folders within `folder` the imports that close it, as `file → file`. */
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

/** For each folder those to which its imports lead, directly or over others. */
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

/** A name for the circle on which the folder lies: the first of its folders. */
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
