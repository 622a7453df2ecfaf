/** Settings of a program: of its environment, and of a file that `--config` names. */
import { readFileSync } from 'node:fs';
import { describeError } from './describeError.ts';
import { parseEnvironmentFile } from './environmentFile.ts';
import { isSetting, nearestSetting, readSettings, SettingError, type Settings } from './settings.ts';

export interface Configured {
	settings: Settings;
	/** The program's arguments without `--config`. */
	args: string[];
}

/**
 * Throws a SettingError for a file that cannot be read, for a name that is no setting, and where
 * the two contradict each other.
 */
export function readConfiguredSettings(args: readonly string[], environment: NodeJS.ProcessEnv): Configured {
	const { values, rest } = takeConfig(args);
	const [path, another] = values;
	if (another !== undefined) throw new SettingError('--config is given twice: one file has all settings');
	return {
		settings: readSettings(path === undefined ? environment : { ...environment, ...readFile(path, environment) }),
		args: rest,
	};
}

function takeConfig(args: readonly string[]): { values: string[]; rest: string[] } {
	const values: string[] = [];
	const rest: string[] = [];
	for (let index = 0; index < args.length; index++) {
		const arg = args[index] ?? '';
		if (arg === '--config') values.push(args[(index += 1)] ?? '');
		else if (arg.startsWith('--config=')) values.push(arg.slice('--config='.length));
		else rest.push(arg);
	}
	return { values, rest };
}

function readFile(path: string, environment: NodeJS.ProcessEnv): Record<string, string> {
	const given: Record<string, string> = {};
	for (const [name, value] of Object.entries(parse(path))) {
		if (!isSetting(name)) {
			const nearest = nearestSetting(name);
			throw new SettingError(`${path}: ${name} is no setting${nearest === undefined ? '' : `. ${nearest} is one`}`);
		}
		const other = environment[name]?.trim();
		if (other && other !== value.trim())
			throw new SettingError(`${path}: ${name} is set to something else in the environment: set it in one place`);
		if (value.trim() !== '') given[name] = value;
	}
	return given;
}

function parse(path: string): Record<string, string> {
	if (path === '') throw new SettingError('--config needs the path of a file');
	try {
		return parseEnvironmentFile(readFileSync(path, 'utf8'));
	} catch (error) {
		throw new SettingError(`--config ${path} cannot be read: ${describeError(error)}`);
	}
}
