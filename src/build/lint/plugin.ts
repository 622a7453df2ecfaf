/** Our own rules, as oxlint loads them. */
import { relative, sep } from 'node:path';
import { refuseImport } from './layers.ts';

/** The part of the ESLint interface that the rule uses. */
interface Context {
	cwd: string;
	filename: string;
	report(finding: { node: unknown; message: string }): void;
}
interface Literal {
	value?: unknown;
}

const layers = {
	create(context: Context) {
		const file = relative(context.cwd, context.filename).replaceAll(sep, '/');
		const check = (source: Literal | null | undefined) => {
			if (typeof source?.value !== 'string') return;
			const message = refuseImport(file, source.value);
			if (message) context.report({ node: source, message });
		};
		return {
			ImportDeclaration: (node: { source: Literal }) => check(node.source),
			ExportNamedDeclaration: (node: { source: Literal | null }) => check(node.source),
			ExportAllDeclaration: (node: { source: Literal }) => check(node.source),
			ImportExpression: (node: { source: Literal }) => check(node.source),
			TSImportType: (node: { source: Literal }) => check(node.source),
		};
	},
};

export default { meta: { name: 'live-chat' }, rules: { layers } };
