/** The fields of the repository's package.json that the published package has too. */
export interface Origin {
	name: string;
	version: string;
	description: string;
	license: string;
}

/**
 * The manifest of the published package, which is for browsers and contains everything it needs.
 * Only the React component, and sites that bundle the tag themselves, need React beside it.
 */
export function packageManifest({ name, version, description, license }: Origin): unknown {
	return {
		name,
		version,
		description,
		license,
		type: 'module',
		// Server-side rendering imports the package too.
		engines: { node: '>=20' },
		sideEffects: ['./define.js', './react.js', './global.js', `./${STANDALONE}`],
		exports: {
			'.': entry('live-chat-widget'),
			'./define': entry('define'),
			'./react': entry('react'),
			'./global': entry('global'),
			'./standalone': { types: './standalone.d.ts', default: `./${STANDALONE}` },
			'./custom-elements.json': './custom-elements.json',
			'./package.json': './package.json',
		},
		unpkg: STANDALONE,
		jsdelivr: STANDALONE,
		peerDependencies: { react: REACT, 'react-dom': REACT },
		peerDependenciesMeta: { react: { optional: true }, 'react-dom': { optional: true } },
		customElements: 'custom-elements.json',
		'web-types': './web-types.json',
	};
}

const STANDALONE = 'standalone/live-chat-widget.js';
/**
 * What needs React needs version 19 (README.md of the package). A site with 18 can install the
 * package all the same, for `standalone`.
 */
const REACT = '>=18';

function entry(name: string): object {
	return { types: `./${name}.d.ts`, default: `./${name}.js` };
}
