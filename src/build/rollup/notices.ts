import { readdirSync, readFileSync } from 'node:fs';
import type { OutputBundle, OutputPlugin } from 'rollup';

/**
 * The licences whose code may be distributed within a bundle, as long as the notice goes with it.
 */
const ALLOWED = ['MIT', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD'];

/** The package that a module belongs to: the folder below the last `node_modules` of its path. */
const PACKAGE_FOLDER = /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//;

interface Package {
	name: string;
	version: string;
	license?: string;
	homepage?: string;
	author?: string | { name: string };
}

/**
 * Writes `fileName` with the licences of the packages whose code is in the output. The file is
 * beside the bundles, because within them every visitor would download it. A package under a
 * licence that is not allowed fails the build.
 */
export function notices(fileName: string): OutputPlugin {
	return {
		name: 'notices',
		generateBundle(_options, bundle) {
			const texts = packageFolders(bundle).map((folder) => {
				const found = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as Package;
				if (!ALLOWED.includes(found.license ?? '')) this.error(`${found.name} has the licence ${found.license}.`);
				return draw(found, folder);
			});
			this.emitFile({ type: 'asset', fileName, source: [INTRODUCTION, ...texts].join(`\n\n${'-'.repeat(80)}\n\n`) });
		},
	};
}

const INTRODUCTION = 'Packages of others with code or data in the files that this one lies beside.';

function packageFolders(bundle: OutputBundle): string[] {
	const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
	const modules = chunks.flatMap((chunk) => Object.entries(chunk.modules));
	const rendered = modules.flatMap(([id, { renderedLength }]) => (renderedLength > 0 ? [id] : []));
	return [...new Set(rendered.flatMap((id) => PACKAGE_FOLDER.exec(id)?.[1] ?? []))].toSorted();
}

function draw({ name, version, license, homepage, author }: Package, folder: string): string {
	const texts = readdirSync(folder)
		.filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
		.map((file) => readFileSync(`${folder}/${file}`, 'utf8').trim());
	// Some packages name their author only in their manifest.
	const maker = typeof author === 'string' ? author : author?.name;
	if (texts.length === 0 && maker) texts.push(`Copyright (c) ${maker}`);
	return [`${name} ${version} (${license})`, homepage ?? `https://www.npmjs.com/package/${name}`, ...texts].join(
		'\n\n',
	);
}
