import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { SettingError } from '../../base/settings.ts';

/** The validated content of the option's file. */
export function readJson<S extends v.GenericSchema>(
	option: string,
	file: string | undefined,
	schema: S,
): v.InferOutput<S> | undefined {
	if (file === undefined) return undefined;
	let json: unknown;
	try {
		json = JSON.parse(readFileSync(file, 'utf8'));
	} catch (error) {
		throw new SettingError(`--${option}: ${error instanceof Error ? error.message : String(error)}`);
	}
	const result = v.safeParse(schema, json);
	if (result.success) return result.output;
	const [issue] = result.issues;
	throw new SettingError(`--${option}: ${v.getDotPath(issue) ?? 'the whole'}: ${issue.message}`);
}
