/**
 * The table of design section 3: who may import whom. `test` and `demo` are free; what lies nowhere in this table, and is not
 * free either, has no place in the repository. Beside the design's: `src/markdown`, since what a text may become is one list, for
 * the frame that draws it, the mails that carry it and the articles that the server renders.
 */
import { posix } from 'node:path';

interface Layer {
	folder: string;
	mayImport: string[];
	/** Packages it may use; any when absent. */
	packages?: string[];
}

const LAYERS: Layer[] = [
	{ folder: 'elements', mayImport: ['src/host', 'src/protocol'] },
	{ folder: 'src/protocol', mayImport: [], packages: ['valibot'] },
	{ folder: 'src/markdown', mayImport: [], packages: ['marked'] },
	{ folder: 'src/host', mayImport: ['src/protocol'] },
	{ folder: 'src/widget/transport', mayImport: ['src/protocol'] },
	{ folder: 'src/widget/ui', mayImport: ['src/protocol', 'src/markdown'] },
	{
		folder: 'src/widget/features',
		mayImport: ['src/widget/transport', 'src/widget/ui', 'src/protocol', 'src/markdown'],
	},
	{
		folder: 'src/widget/app',
		mayImport: ['src/widget/features', 'src/widget/transport', 'src/widget/ui', 'src/protocol'],
	},
	{ folder: 'src/desk', mayImport: ['src/widget/transport', 'src/widget/ui', 'src/protocol'] },
	{ folder: 'src/survey', mayImport: ['src/widget/transport', 'src/widget/ui', 'src/protocol'] },
	{ folder: 'src/server', mayImport: ['src/protocol', 'src/markdown'] },
	{ folder: 'src/build', mayImport: ['src/protocol', 'src/server', 'src/host'] },
];

/** Whose texts a virtual module has. */
const CATALOGS: Record<string, string[]> = {
	'catalogs:host': ['elements', 'src/host'],
	'catalogs:widget': ['src/widget/app', 'src/widget/features', 'src/widget/ui'],
	'catalogs:desk': ['src/desk'],
	'catalogs:survey': ['src/survey'],
};

/** Features without a view of their own: what they draw is part of the conversation. */
const PARTS_OF_MESSAGES = /^src\/widget\/features\/(attachments|emoji|kinds|replies|voice)\//;

const FREE = /^(test|demo)\//;

/**
 * Why a file may not import something, or undefined when it may.
 * @param file path within the repository
 * @param specifier as written in the file
 */
export function refuseImport(file: string, specifier: string): string | undefined {
	const form = refuseForm(specifier);
	if (form || FREE.test(file)) return form;
	const from = layerOf(file);
	// Configurations of tools lie at the root.
	if (!from) return file.includes('/') ? `${file} lies in no layer of design section 3.` : undefined;
	if (specifier.startsWith('catalogs:')) return refuseCatalog(from, specifier);
	const target = targetOf(file, specifier);
	if (target === undefined) return refusePackage(from, specifier);
	const to = layerOf(target);
	if (!to) return `${target} lies in no layer of design section 3.`;
	if (to !== from && !from.mayImport.includes(to.folder)) {
		return `${from.folder} may not import ${to.folder}: ${from.mayImport.join(', ') || 'nothing of ours'} at most.`;
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

function refuseCatalog(from: Layer, specifier: string): string | undefined {
	return CATALOGS[specifier]?.includes(from.folder)
		? undefined
		: `${from.folder} may not load the texts of ${specifier}.`;
}

function refusePackage(from: Layer, specifier: string): string | undefined {
	if (!from.packages || from.packages.includes(specifier)) return undefined;
	return `${from.folder} may use ${from.packages.join(', ')} and no other package.`;
}

/** A feature shares its models (lower-case files) with everybody; its components are its own, but for views, which the app routes to, and parts of the conversation. */
function refusePrivate(file: string, target: string): string | undefined {
	const component = /^(src\/widget\/features\/[^/]+)\/(.*\/)?[A-Z][^/]*\.tsx$/.exec(target);
	if (!component || file.startsWith(`${component[1]}/`)) return undefined;
	if (file.startsWith('src/widget/app/') && target.endsWith('View.tsx')) return undefined;
	if (file.startsWith('src/widget/features/messages/') && PARTS_OF_MESSAGES.test(target)) return undefined;
	return `${target} is private to its feature.`;
}

/** The imported file within the repository, or undefined for a package. */
function targetOf(file: string, specifier: string): string | undefined {
	if (specifier.startsWith('#')) return specifier.replace('#', 'src/');
	return specifier.startsWith('.') ? posix.join(posix.dirname(file), specifier) : undefined;
}

function layerOf(file: string): Layer | undefined {
	return LAYERS.find(({ folder }) => file.startsWith(`${folder}/`));
}
