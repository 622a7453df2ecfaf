/**
 * Commands of `npm run admin` about the installation as a whole: other than a `Command` they open
 * its parts themselves.
 */
import { existsSync } from 'node:fs';
import { describeError } from '../base/describeError.ts';
import { SettingError, type Settings } from '../base/settings.ts';

export interface Operation {
	/** What it is told, such as `<folder>`; each is needed. */
	usage: string;
	/** Resolves with the text to print. */
	run(settings: Settings, ...args: string[]): Promise<string>;
}

/** The arguments as the operation's usage names them. */
export function readArguments({ usage }: Operation, args: readonly string[]): string[] {
	const names = usage === '' ? [] : usage.split(' ');
	const missing = names[args.length];
	if (missing !== undefined) throw new SettingError(`${missing} is needed`);
	const extra = args[names.length];
	if (extra !== undefined) throw new SettingError(`${extra} is one argument too many`);
	return [...args];
}

/** What fails is told to the operator in one line. */
export async function explain<T>(what: string, work: () => Promise<T> | T): Promise<T> {
	try {
		return await work();
	} catch (error) {
		if (error instanceof SettingError) throw error;
		throw new SettingError(`${what}: ${describeError(error)}`);
	}
}

export function requireAbsent(path: string, why: string): void {
	if (existsSync(path)) throw new SettingError(`${path} is there already: ${why}`);
}
