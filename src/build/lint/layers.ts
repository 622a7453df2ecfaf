/**
 * Which folder may import which (docs/architecture.md). `test` and `demo` may import everything; a
 * file that is neither there nor in this table has no place in the repository. `src/markdown`
 * imports nothing of ours, since frame, mails and server-rendered articles all share its list of
 * what a text may become.
 */
import { posix } from 'node:path';
import { isPiece, LOADED_ON_USE, piecesShowing } from '../pieces.ts';

export interface Layer {
	folder: string;
	mayImport: string[];
	/**
	 * Layers whose types it may import, and whose modules it may load dynamically, but not
	 * statically.
	 */
	mayLoad?: string[];
	/** Packages that it may import; any package when absent. */
	packages?: string[];
}

/** The server's layers, from the lowest up. */
const SERVER_FLOORS = [
	['base'],
	['language', 'metrics', 'presence', 'quotas', 'store'],
	['calls', 'captcha', 'files', 'mail', 'push'],
	['domain'],
	['present'],
	['events'],
	['deliveries', 'realtime'],
	['services'],
	['http', 'jobs'],
];

/** The agent desk's layers, from the lowest up. */
const DESK_FLOORS = [
	['common', 'serviceWorker'],
	['form'],
	['session', 'visitor'],
	['account'],
	['conversations'],
	['filters', 'notifications'],
	['settings', 'thread'],
	['contacts', 'reports'],
	['bell', 'search'],
	['many'],
	['commands'],
];

export const LAYERS: readonly Layer[] = [
	{ folder: 'elements', mayImport: ['src/host', 'src/host/core', 'src/protocol'] },
	{ folder: 'src/protocol', mayImport: [], packages: ['valibot'] },
	{ folder: 'src/markdown', mayImport: [], packages: ['marked'] },
	{ folder: 'src/transcript', mayImport: ['src/protocol', 'src/markdown'] },
	{ folder: 'src/look', mayImport: [] },
	{
		folder: 'src/wording',
		mayImport: ['src/protocol'],
		packages: ['@lingui/message-utils/compileMessage'],
	},
	{
		folder: 'src/host/core',
		mayImport: ['src/protocol'],
	},
	{
		folder: 'src/host/onDemand',
		mayImport: ['src/host/core', 'src/protocol', 'src/wording'],
		mayLoad: ['src/client'],
	},
	{
		folder: 'src/host/onInterest',
		mayImport: ['src/host/core', 'src/look', 'src/protocol'],
		mayLoad: ['src/host/onDemand', 'src/client'],
	},
	{
		folder: 'src/host',
		mayImport: ['src/host/core', 'src/protocol'],
		mayLoad: ['src/host/onInterest', 'src/host/onDemand'],
	},
	{ folder: 'src/client', mayImport: ['src/protocol'] },
	{ folder: 'src/models', mayImport: ['src/client', 'src/protocol'] },
	{ folder: 'src/ui', mayImport: ['src/client', 'src/look', 'src/protocol', 'src/markdown'] },
	{ folder: 'src/widget/bridge', mayImport: ['src/protocol'] },
	{
		folder: 'src/widget/features',
		mayImport: ['src/models', 'src/client', 'src/ui', 'src/protocol', 'src/markdown', 'src/transcript'],
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
	...floorLayers('src/desk', DESK_FLOORS, ['src/models', 'src/client', 'src/ui', 'src/protocol', 'src/wording']),
	{ folder: 'src/survey', mayImport: ['src/client', 'src/ui', 'src/protocol'] },
	...serverLayers(),
	{
		folder: 'src/build',
		mayImport: ['src/protocol', 'src/wording', 'src/server/demo', 'src/server/language', 'src/host/core'],
	},
];

/**
 * Each floor may import what all may import, and the floors below it; the files of the root folder
 * may import all floors.
 *
 * @param everywhere what every floor may import
 */
function floorLayers(root: string, floors: readonly (readonly string[])[], everywhere: readonly string[]): Layer[] {
	const layers: Layer[] = [];
	const below = [...everywhere];
	for (const floor of floors) {
		const folders = floor.map((name) => `${root}/${name}`);
		for (const folder of folders) layers.push({ folder, mayImport: [...below] });
		below.push(...folders);
	}
	return [...layers, { folder: root, mayImport: below }];
}

/** The assembly in the server's root may start what `admin` and `demo` need. */
function serverLayers(): Layer[] {
	const everywhere = ['src/protocol', 'src/markdown', 'src/transcript', 'src/wording'];
	const layers = floorLayers('src/server', SERVER_FLOORS, everywhere);
	const all = layers.map(({ folder }) => folder);
	const programs = ['admin', 'demo'].map((name) => ({
		folder: `src/server/${name}`,
		mayImport: [...everywhere, ...all],
	}));
	// A file is in the first folder that contains it.
	return [...programs, ...layers];
}

const FREE = /^(test|demo)\//;

/**
 * Why a file may not import something, or undefined when it may.
 * @param file path within the repository
 * @param specifier as written in the file
 * @param isDeferred whether the import takes only types, which the build removes, or is dynamic
 */
export function refuseImport(file: string, specifier: string, isDeferred = false): string | undefined {
	const form = refuseForm(file, specifier);
	if (form || FREE.test(file)) return form;
	const from = layerOf(file);
	// Configuration files of tools are in the repository's root.
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
	return refusePrivate(file, target) ?? (isDeferred ? undefined : refuseLater(file, target));
}

/**
 * The rules for every import: with an extension, and, but in tests, without a long climb through
 * parent folders.
 */
function refuseForm(file: string, specifier: string): string | undefined {
	if (specifier.startsWith('../../../') && !file.startsWith('test/'))
		return `"${specifier}" climbs more than two folders.`;
	if (/^(\.|#)/.test(specifier) && !/\.(ts|tsx|mjs|js|json|css)(\?\w+)?$/.test(specifier))
		return `"${specifier}" lacks its extension.`;
	return undefined;
}

/** Modules that several pieces share may not load a catalogue: each piece would download it. */
function refuseCatalog(from: Layer, specifier: string): string | undefined {
	const [piece, ...others] = piecesShowing(from.folder);
	const name = specifier.slice('catalogs:'.length);
	const isOwn = name === piece || (isPiece(name) && LOADED_ON_USE[name] === piece);
	return others.length === 0 && isOwn ? undefined : `${from.folder} may not load the texts of ${specifier}.`;
}

function refusePackage(from: Layer, specifier: string): string | undefined {
	if (!from.packages || from.packages.includes(specifier)) return undefined;
	return `${from.folder} may use ${from.packages.join(', ')} and no other package.`;
}

/**
 * A component is for its own folder; a feature's components are also for screens, and a screen's
 * view is for the app.
 */
function refusePrivate(file: string, target: string): string | undefined {
	const component = /^(src\/widget\/(features|screens)\/[^/]+)\/(.*\/)?[A-Z][^/]*\.tsx$/.exec(target);
	if (!component || file.startsWith(`${component[1]}/`)) return undefined;
	const isDrawnAbove =
		component[2] === 'features'
			? file.startsWith('src/widget/screens/')
			: file.startsWith('src/widget/app/') && target.endsWith('View.tsx');
	return isDrawnAbove ? undefined : `${target} is private to its folder.`;
}

/** Code whose texts are loaded on use comes with them, or is imported by such code. */
function refuseLater(file: string, target: string): string | undefined {
	const isLater = (path: string) =>
		/\.tsx?$/.test(path) && piecesShowing(path).some((piece) => LOADED_ON_USE[piece] !== undefined);
	return isLater(target) && !isLater(file) ? `The texts of ${target} are loaded later, with its code.` : undefined;
}

/** The path of the imported file within the repository, or undefined for a package. */
export function targetOf(file: string, specifier: string): string | undefined {
	if (specifier.startsWith('#')) return specifier.replace('#', 'src/');
	return specifier.startsWith('.') ? posix.join(posix.dirname(file), specifier) : undefined;
}

function layerOf(file: string): Layer | undefined {
	return LAYERS.find(({ folder }) => file.startsWith(`${folder}/`));
}
