import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { OutputBundle, OutputChunk, Plugin, PluginContext } from 'rollup';
import type { Manifest, ManifestEntry } from '../../protocol/buildManifest.ts';
import { parseCatalogModule } from '../catalogModules.ts';
import { repositoryPath } from '../root.ts';

/**
 * Writes what the server has to know of this graph into `file`. Each graph has a file of its own,
 * since threads build them at the same time. A file that takes the place of another changes the
 * time of its folder, and is never read half written.
 */
export function manifest(file: string): Plugin {
	return {
		name: 'manifest',
		writeBundle(_options, bundle) {
			mkdirSync(dirname(file), { recursive: true });
			const written = `${dirname(file)}-${basename(file)}`;
			writeFileSync(written, `${JSON.stringify(describe(bundle, this), null, '\t')}\n`);
			renameSync(written, file);
		},
	};
}

function describe(bundle: OutputBundle, graph: Pick<PluginContext, 'getModuleInfo'>): Manifest {
	const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
	const css = Object.keys(bundle).filter((name) => name.endsWith('.css'));
	return Object.fromEntries(
		chunks.flatMap((chunk) => {
			const entry = {
				file: chunk.fileName,
				imports: transitiveImports(chunk, bundle),
				css,
				...inlineStylesOf(chunk, graph),
			};
			return addressedModules(chunk, graph).map((id) => [parseCatalogModule(id) ? id : repositoryPath(id), entry]);
		}),
	);
}

/**
 * The modules of a chunk that are an entry or imported dynamically. Rollup's `facadeModuleId` is
 * not enough: a module that others also import statically is no facade.
 */
function addressedModules(chunk: OutputChunk, graph: Pick<PluginContext, 'getModuleInfo'>): string[] {
	const modules = chunk.moduleIds.filter((id) => {
		const info = graph.getModuleInfo(id);
		return info?.isEntry || (info?.dynamicImporters.length ?? 0) > 0;
	});
	return chunk.facadeModuleId === null ? modules : [...new Set([...modules, chunk.facadeModuleId])];
}

function inlineStylesOf(
	chunk: OutputChunk,
	graph: Pick<PluginContext, 'getModuleInfo'>,
): Pick<ManifestEntry, 'inlineStyles'> {
	const found = chunk.moduleIds.flatMap((id) => (graph.getModuleInfo(id)?.meta['inlineStyles'] ?? []) as string[]);
	return found.length > 0 ? { inlineStyles: found } : {};
}

function transitiveImports(chunk: OutputChunk, bundle: OutputBundle): string[] {
	const found = new Set<string>();
	const collect = (names: readonly string[]) => {
		for (const name of names) {
			const imported = bundle[name];
			if (found.has(name) || imported?.type !== 'chunk') continue;
			found.add(name);
			collect(imported.imports);
		}
	};
	collect(chunk.imports);
	return [...found];
}
