import type { Plugin } from 'rollup';

/** Node's half of packages that also have one for browsers: a sign that a package was resolved past its `browser` field. */
const NODE_ONLY = /\.node\.js$|\/(xmlhttprequest-ssl|ws)\//;

/** Fails the build when a graph has what no browser needs, or two of what there may be one of. */
export function guard(): Plugin {
	return {
		name: 'guard',
		buildEnd(failure) {
			if (failure) return;
			// Plugins mark what they made themselves with a leading zero.
			const modules = [...this.getModuleIds()].filter((id) => !id.startsWith('\0'));
			const nodeOnly = modules.find((id) => NODE_ONLY.test(id));
			if (nodeOnly) this.error(`${nodeOnly} is for Node.`);
			const copies = new Set(modules.flatMap((id) => /^.*\/node_modules\/(?:react|preact)\//.exec(id) ?? []));
			if (copies.size > 1) this.error(`More than one React: ${[...copies].join(', ')}`);
		},
	};
}
