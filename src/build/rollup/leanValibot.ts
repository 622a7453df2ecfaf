import type { Plugin } from 'rollup';

type Cut = readonly [pattern: RegExp, instead?: string];

const ADD_ISSUE = `function _addIssue(context, label, dataset, other = {}) {
	const input = "input" in other ? other.input : dataset.value;
	const { expected = context.expects, received = _stringify(input) } = other;
	const message = \`Invalid \${label}: \${expected ? \`Expected \${expected} but r\` : "R"}eceived \${received}\`;
	if (context.kind === "schema") dataset.typed = false;
	dataset.issues = [...(dataset.issues ?? []), { message: context.message ?? message }];
}
`;

/**
 * Which option was nearest to data that fit none is part of the message, and takes most of
 * valibot's own.
 */
const VARIANT = `function variant(key, options, message) {
	return _standardSchema({
		kind: "schema",
		type: "variant",
		expects: "Object",
		key,
		options,
		message,
		"~run"(dataset) {
			const option = options.find(({ entries }) => !entries[key]["~run"]({ value: dataset.value?.[key] }).issues);
			if (option) return option["~run"](dataset);
			_addIssue(this, "type", dataset);
			return dataset;
		}
	});
}
`;

const CUTS: readonly Cut[] = [
	// Other libraries' interface to a schema.
	[/^\tschema\["~standard"\] = \{[^]*?^\t\};\n/m],
	// Of a failure only its message is read, never where it is, nor in which language it shall be
	// told.
	[/^function _addIssue\([^]*?^\}\n/m, ADD_ISSUE],
	[/^function variant\([^]*?^\}\n/m, VARIANT],
	[/^\t+const pathItem = \{\n(?:\t+\w+(?:: .*)?,?\n)*(\t+)\};\n\t+for \(const issue of .*\n(?:\1\t.*\n)*\1\}\n/gm],
	[/,\n(\t+)path: \[\{\n[^]*?^\1\}\]/gm],
	[/^\t+reference: \w+,\n/gm],
	[/^\t+async: false,\n/gm],
	// Settings that our code never makes.
	[/^\t+if \(config\$1\.abortEarly\) (?:break;|\{\n.*\n.*\n\t+\})\n/gm],
	[/config\$1\.abort(?:Pipe)?Early/g, 'false'],
	[/, \/\* @__PURE__ \*\/ getGlobalConfig\(config\$1\)/g],
	[/, (?:config\$1|ABORT_EARLY_CONFIG)(?=[,)])/g],
];

/**
 * Removes from valibot what our programs in browsers do not use: they ask whether data have a
 * shape, and not what is wrong.
 */
export function leanValibot(): Plugin {
	return {
		name: 'lean-valibot',
		transform(code, id) {
			if (!id.endsWith('/node_modules/valibot/dist/index.mjs')) return null;
			let lean = code;
			for (const [pattern, instead = ''] of CUTS) {
				if (lean.search(pattern) < 0) this.error(`valibot looks different: ${String(pattern)} was not found.`);
				lean = lean.replace(pattern, instead);
			}
			return { code: lean, map: null };
		},
	};
}
