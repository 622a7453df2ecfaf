/** Our own lint rules, as oxlint loads them. */
import { relative, sep } from 'node:path';
import { findBadCitations } from './citations.ts';
import { refuseImport } from './layers.ts';
import { deedOf, refuseScriptedInput } from './scriptedInput.ts';

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

/** The file's path within the repository. */
function fileOf({ cwd, filename }: Context): string {
	return relative(cwd, filename).replaceAll(sep, '/');
}

const layers = {
	create(context: Context) {
		const file = fileOf(context);
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

const scriptedInput = {
	create(context: Context) {
		const file = fileOf(context);
		const check = (node: Parameters<typeof deedOf>[0]) => {
			const deed = deedOf(node);
			const message = deed && refuseScriptedInput(file, deed);
			if (message) context.report({ node, message });
		};
		return { CallExpression: check, NewExpression: check, AssignmentExpression: check };
	},
};

export default { meta: { name: 'live-chat' }, rules: { layers, citations, 'scripted-input': scriptedInput } };
