/**
 * Who may import whom (docs/architecture.md). `test` and `demo` are free; what lies nowhere in this table, and is not free
 * either, has no place in the repository. `src/markdown` stands alone, since what a text may become is one list, for the frame
 * that draws it, the mails that carry it and the articles that the server renders.
 */
import { posix } from 'node:path';
import { piecesShowing } from '../pieces.ts';

interface Layer {
	folder: string;
	mayImport: string[];
	/** Whose types it may know, and what it may load once that is needed; never what it imports outright. */
	mayLoad?: string[];
	/** Packages it may use; any when absent. */
	packages?: string[];
}

/** The server's floors, from the ground up. */
const SERVER_FLOORS = [
	['base'],
	['language', 'presence', 'quotas', 'store'],
	['calls', 'files', 'mail'],
	['domain'],
	['present'],
	['events'],
	['deliveries', 'realtime'],
	['services'],
	['http', 'jobs'],
];

const LAYERS: Layer[] = [
	{ folder: 'elements', mayImport: ['src/host/core', 'src/protocol'] },
	{ folder: 'src/protocol', mayImport: [], packages: ['valibot'] },
	{ folder: 'src/markdown', mayImport: [], packages: ['marked'] },
	{
		folder: 'src/host/core',
		mayImport: ['src/protocol'],
		mayLoad: ['src/host/onInterest', 'src/host/onDemand'],
	},
	{
		folder: 'src/host/onInterest',
		mayImport: ['src/host/core', 'src/protocol'],
		mayLoad: ['src/host/onDemand'],
	},
	{ folder: 'src/host/onDemand', mayImport: ['src/host/onInterest', 'src/host/core', 'src/protocol'] },
	{ folder: 'src/client', mayImport: ['src/protocol'] },
	{ folder: 'src/models', mayImport: ['src/client', 'src/protocol'] },
	{ folder: 'src/ui', mayImport: ['src/protocol', 'src/markdown'] },
	{ folder: 'src/widget/bridge', mayImport: ['src/protocol'] },
	{
		folder: 'src/widget/features',
		mayImport: ['src/models', 'src/client', 'src/ui', 'src/protocol', 'src/markdown'],
	},
	{
		folder: 'src/widget/screens',
		mayImport: ['src/widget/features', 'src/models', 'src/client', 'src/ui', 'src/protocol'],
	},
	{
		folder: 'src/widget/app',
		mayImport: [
			'src/widget/screens',
			'src/widget/features',
			'src/widget/bridge',
			'src/models',
			'src/client',
			'src/ui',
			'src/protocol',
		],
	},
	{ folder: 'src/desk', mayImport: ['src/models', 'src/client', 'src/ui', 'src/protocol'] },
	{ folder: 'src/survey', mayImport: ['src/client', 'src/ui', 'src/protocol'] },
	...serverLayers(),
	{ folder: 'src/build', mayImport: ['src/protocol', 'src/server/demo', 'src/host/core'] },
];

/** Each floor may import those below it. The entries and the assembly at the root may import all of them, and start what `admin` and `demo` need. */
function serverLayers(): Layer[] {
	const layers: Layer[] = [];
	const below = ['src/protocol', 'src/markdown'];
	for (const floor of SERVER_FLOORS) {
		const folders = floor.map((name) => `src/server/${name}`);
		for (const folder of folders) layers.push({ folder, mayImport: [...below] });
		below.push(...folders);
	}
	for (const name of ['admin', 'demo'])
		layers.push({ folder: `src/server/${name}`, mayImport: [...below, 'src/server'] });
	return [...layers, { folder: 'src/server', mayImport: below }];
}

const FREE = /^(test|demo)\//;

/**
 * Why a file may not import something, or undefined when it may.
 * @param file path within the repository
 * @param specifier as written in the file
 * @param isDeferred it takes a type, which is gone in the browser, or loads the module when it comes to that
 */
export function refuseImport(file: string, specifier: string, isDeferred = false): string | undefined {
	const form = refuseForm(specifier);
	if (form || FREE.test(file)) return form;
	const from = layerOf(file);
	// Configurations of tools lie at the root.
	if (!from) return file.includes('/') ? `${file} lies in no layer of src/build/lint/layers.ts.` : undefined;
	if (specifier.startsWith('catalogs:')) return refuseCatalog(from, specifier);
	const target = targetOf(file, specifier);
	if (target === undefined) return refusePackage(from, specifier);
	const to = layerOf(target);
	if (!to) return `${target} lies in no layer of src/build/lint/layers.ts.`;
	const { mayImport, mayLoad = [] } = from;
	const isAllowed = mayImport.includes(to.folder) || (isDeferred && mayLoad.includes(to.folder));
	if (to !== from && !isAllowed) {
		return `${from.folder} may not import ${to.folder}: ${mayImport.join(', ') || 'nothing of ours'} at most.`;
	}
	return refusePrivate(file, target);
}

/** What holds for everybody: an extension, and no long climb. */
function refuseForm(specifier: string): string | undefined {
	if (specifier.startsWith('../../../')) return `"${specifier}" climbs more than two folders.`;
	if (/^(\.|#)/.test(specifier) && !/\.(ts|tsx|mjs|js|json|css)(\?\w+)?$/.test(specifier))
		return `"${specifier}" lacks its extension.`;
	return undefined;
}

/** What several pieces share loads no texts: they would come to each of them. */
function refuseCatalog(from: Layer, specifier: string): string | undefined {
	const [piece, ...others] = piecesShowing(from.folder);
	return others.length === 0 && specifier === `catalogs:${piece}`
		? undefined
		: `${from.folder} may not load the texts of ${specifier}.`;
}

function refusePackage(from: Layer, specifier: string): string | undefined {
	if (!from.packages || from.packages.includes(specifier)) return undefined;
	return `${from.folder} may use ${from.packages.join(', ')} and no other package.`;
}

/** A component is drawn in its own folder; a feature's parts by screens too, and a screen's view by the app. */
function refusePrivate(file: string, target: string): string | undefined {
	const component = /^(src\/widget\/(features|screens)\/[^/]+)\/(.*\/)?[A-Z][^/]*\.tsx$/.exec(target);
	if (!component || file.startsWith(`${component[1]}/`)) return undefined;
	const isDrawnAbove =
		component[2] === 'features'
			? file.startsWith('src/widget/screens/')
			: file.startsWith('src/widget/app/') && target.endsWith('View.tsx');
	return isDrawnAbove ? undefined : `${target} is private to its folder.`;
}

/** The imported file within the repository, or undefined for a package. */
function targetOf(file: string, specifier: string): string | undefined {
	if (specifier.startsWith('#')) return specifier.replace('#', 'src/');
	return specifier.startsWith('.') ? posix.join(posix.dirname(file), specifier) : undefined;
}

function layerOf(file: string): Layer | undefined {
	return LAYERS.find(({ folder }) => file.startsWith(`${folder}/`));
}
