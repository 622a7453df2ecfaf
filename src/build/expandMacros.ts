import { transformAsync, transformSync, type TransformOptions } from '@babel/core';
import { ROOT } from './root.ts';

/** What a text keeps beside its id: nothing in the product, the English text in tests. */
export type DescriptorFields = 'id-only' | 'message';

/**
 * Replaces lingui's macros by calls; types and JSX stay for the next tool. Babel runs only for
 * files that have macros.
 */
export async function expandMacros(code: string, file: string, fields: DescriptorFields) {
	return expanded(await transformAsync(code, options(file, fields)), file);
}

/** The same for Node's module hooks, which are synchronous. The source map is inline. */
export function expandMacrosSync(code: string, file: string, fields: DescriptorFields) {
	return expanded(transformSync(code, { ...options(file, fields), sourceMaps: 'inline' }), file);
}

function options(file: string, fields: DescriptorFields): TransformOptions {
	return {
		filename: file,
		cwd: ROOT,
		babelrc: false,
		configFile: false,
		sourceMaps: true,
		parserOpts: { plugins: ['typescript', 'jsx'] },
		plugins: [['@lingui/babel-plugin-lingui-macro', { descriptorFields: fields }]],
	};
}

function expanded(result: ReturnType<typeof transformSync>, file: string) {
	if (typeof result?.code !== 'string') throw new Error(`Babel answered nothing for ${file}`);
	return { code: result.code, map: result.map };
}
