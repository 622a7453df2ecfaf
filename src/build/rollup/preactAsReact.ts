import type { Plugin } from 'rollup';

const REPLACEMENTS: Record<string, string> = {
	react: 'preact/compat',
	'react-dom': 'preact/compat',
	'react-dom/client': 'preact/compat/client',
	'react/jsx-runtime': 'preact/jsx-runtime',
};

/** r2wc imports React as a whole for one function, and so would keep everything that Preact has for compatibility. */
const FOR_R2WC = '\0react-for-r2wc';
const FOR_R2WC_CODE = "import { createElement } from 'preact';\nexport default { createElement };";

/** Preact in React's stead. */
export function preactAsReact(): Plugin {
	return {
		name: 'preact-as-react',
		resolveId(source, importer) {
			if (source === 'react' && importer?.includes('/@r2wc/')) return FOR_R2WC;
			const replacement = REPLACEMENTS[source];
			return replacement ? this.resolve(replacement, importer) : null;
		},
		load(id) {
			return id === FOR_R2WC ? FOR_R2WC_CODE : null;
		},
	};
}
