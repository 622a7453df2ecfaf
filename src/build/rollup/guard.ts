import type { Plugin } from 'rollup';

/**
 * The Node variants of packages that also have a browser variant: they show that a package's
 * `browser` field was ignored.
 */
const NODE_ONLY = /\.node\.js$|\/(xmlhttprequest-ssl|ws)\//;

/**
 * Fails the build when a graph contains code that no browser needs, or two copies of a package that
 * must be there once.
 */
export function guard(): Plugin {
	return {
		name: 'guard',
		buildEnd(failure) {
			if (failure) return;
			// By convention, plugins mark the ids of virtual modules with a leading zero byte.
			const modules = [...this.getModuleIds()].filter((id) => !id.startsWith('\0'));
			const nodeOnly = modules.find((id) => NODE_ONLY.test(id));
			if (nodeOnly) this.error(`${nodeOnly} is for Node.`);
			const copies = new Set(modules.flatMap((id) => /^.*\/node_modules\/(?:react|preact)\//.exec(id) ?? []));
			if (copies.size > 1) this.error(`More than one React: ${[...copies].join(', ')}`);
		},
	};
}
