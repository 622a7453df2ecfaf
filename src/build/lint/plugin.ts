/** Our own lint rules, as oxlint loads them. */
import { relative, sep } from 'node:path';
import { findBadCitations } from './citations.ts';
import { refuseImport } from './layers.ts';

/** The part of the ESLint interface that the rules use. */
interface Context {
	cwd: string;
	filename: string;
	sourceCode: { text: string };
	report(finding: { node: unknown; message: string }): void;
}
interface Literal {
	value?: unknown;
}

interface Import {
	source: Literal;
	importKind?: 'type' | 'value';
}
interface Export {
	source: Literal | null;
	exportKind?: 'type' | 'value';
}

const layers = {
	create(context: Context) {
		const file = relative(context.cwd, context.filename).replaceAll(sep, '/');
		const check = (source: Literal | null | undefined, isDeferred: boolean) => {
			if (typeof source?.value !== 'string') return;
			const message = refuseImport(file, source.value, isDeferred);
			if (message) context.report({ node: source, message });
		};
		return {
			ImportDeclaration: (node: Import) => check(node.source, node.importKind === 'type'),
			ExportNamedDeclaration: (node: Export) => check(node.source, node.exportKind === 'type'),
			ExportAllDeclaration: (node: Export) => check(node.source, node.exportKind === 'type'),
			ImportExpression: (node: { source: Literal }) => check(node.source, true),
			TSImportType: (node: { source: Literal }) => check(node.source, true),
		};
	},
};

const citations = {
	create(context: Context) {
		return {
			Program(node: unknown) {
				for (const message of findBadCitations(context.sourceCode.text)) context.report({ node, message });
			},
		};
	},
};

export default { meta: { name: 'live-chat' }, rules: { layers, citations } };
