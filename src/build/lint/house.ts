/**
 * `npm run lint -- --house`: how easy it is to find one's way in the sources, as counts.
 * `test/build/house.test.ts` holds them.
 *
 * - imports: how many files of ours a file imports;
 * - folders: how many modules lie in a folder, without those of its subfolders;
 * - journeys: how many files a message or a decision passes (docs/architecture.md, Four journeys);
 * - circles of files and of folders, and citations of what is not in the repository;
 * - vague words: those in comments that hide who does something, or when.
 */
import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import ts from '@typescript/typescript6';
import { ROOT } from '../root.ts';
import { findBadCitations } from './citations.ts';
import { listCircles } from './circles.ts';

/**
 * The files that assemble a program or a table: they import all of its parts, so the count says
 * nothing about them.
 */
const ASSEMBLIES = new Set([
	'src/protocol/application/applicationRoutes.ts',
	'src/server/createApp.ts',
	'src/server/http/applicationHandlers.ts',
	'src/server/services/services.ts',
	'src/server/store/migrations/index.ts',
	'src/server/store/repositories.ts',
	'src/widget/app/boot.ts',
]);
const VAGUE_WORDS = /\b(?:nobody|somebody|whoever|whom|anew|meanwhile)\b/gi;
const COMMENTS = /\/\*[^]*?\*\/|(?<=^|\s)\/\/[^\n]*/g;

export interface House {
	/** Files and how many of our files each imports, most first; without the assembling files. */
	imports: [file: string, count: number][];
	/** Folders and how many modules each has, most first. */
	folders: [folder: string, count: number][];
	/** The distinct files of each journey, by the journey's heading. */
	journeys: [journey: string, files: string[]][];
	/** Imports that close circles of files or of folders. */
	circles: string[][];
	vagueWords: number;
	/** Citations that lead nowhere, as sentences. */
	citations: string[];
}

export function inspectHouse(): House {
	const files = globSync('{src,elements}/**/*.{ts,tsx}', { cwd: ROOT })
		.map((file) => file.replaceAll('\\', '/'))
		.toSorted();
	return {
		imports: countImports(files),
		folders: countModules(files),
		journeys: readJourneys(),
		circles: listCircles(),
		vagueWords: files.reduce((sum, file) => sum + countVagueWords(read(file)), 0),
		citations: files.flatMap((file) => findBadCitations(read(file)).map((sentence) => `${file}: ${sentence}`)),
	};
}

function countImports(files: string[]): House['imports'] {
	return files
		.filter((file) => !ASSEMBLIES.has(file))
		.map((file): [string, number] => [file, importsOf(file)])
		.toSorted(([, one], [, other]) => other - one);
}

function importsOf(file: string): number {
	const { importedFiles } = ts.preProcessFile(read(file));
	const ours = importedFiles.map(({ fileName }) => fileName).filter((name) => /^[.#].*\.(ts|tsx|mjs)$/.test(name));
	return new Set(ours).size;
}

function countModules(files: string[]): House['folders'] {
	return [...Map.groupBy(files, posix.dirname)]
		.map(([folder, modules]): [string, number] => [folder, modules.length])
		.toSorted(([, one], [, other]) => other - one);
}

/** Reads the journeys in docs/architecture.md: their steps name each file once by its path. */
function readJourneys(): House['journeys'] {
	const [, chapter = ''] = /^## Four journeys$([^]*?)^## /m.exec(read('docs/architecture.md')) ?? [];
	return chapter
		.split(/^### /m)
		.slice(1)
		.map((journey) => {
			const [heading = ''] = journey.split('\n');
			const named = [...journey.matchAll(/`((?:src|elements)\/[\w./-]+\.tsx?)`/g)].map(([, file = '']) => file);
			return [heading, [...new Set(named)]];
		});
}

function countVagueWords(source: string): number {
	const comments = source.match(COMMENTS) ?? [];
	return comments.reduce((sum, comment) => sum + (comment.match(VAGUE_WORDS)?.length ?? 0), 0);
}

function read(file: string): string {
	return readFileSync(posix.join(ROOT, file), 'utf8');
}

/** Prints the counts for people to read. */
export function printHouse({ imports, folders, journeys, circles, vagueWords, citations }: House): void {
	console.log('Files that a journey passes through:');
	for (const [journey, files] of journeys) console.log(`  ${String(files.length).padStart(3)}  ${journey}`);
	console.log('Most imports of files of ours:');
	for (const [file, count] of imports.slice(0, 10)) console.log(`  ${String(count).padStart(3)}  ${file}`);
	console.log('Most modules in a folder:');
	for (const [folder, count] of folders.slice(0, 5)) console.log(`  ${String(count).padStart(3)}  ${folder}`);
	console.log(`Circles of files and folders: ${circles.length}`);
	console.log(`Vague words in comments: ${vagueWords}`);
	console.log(`Citations of what is absent: ${citations.length}`);
}
