/**
 * `npm run admin -- <command>`: sets up what has no screen yet. It reads the same environment as
 * the server and may run at the same time.
 */
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import type { Command } from './commands/command.ts';
import { commands } from './commands/commands.ts';
import { readArguments } from './operation.ts';
import { operations } from './operations.ts';
import { actingAs, COMMAND_LINE } from '../base/actor.ts';
import { sentenceOf } from './sentences.ts';
import { openDatabase } from '../openDatabase.ts';
import { runProgram } from '../base/programs/runProgram.ts';
import { Problem } from '../base/problem.ts';
import { readConfiguredSettings } from '../base/configuredSettings.ts';
import { SettingError } from '../base/settings.ts';

await runProgram(async () => {
	const configured = readConfiguredSettings(process.argv.slice(2), process.env);
	const [commandName = '', ...rest] = configured.args;
	const operation = operations[commandName];
	if (operation) {
		const args = readArguments(operation, rest);
		console.log(await operation.run(configured.settings, ...args));
		return;
	}
	const chosen = commands[commandName];
	if (!chosen) {
		const usages = Object.entries({ ...commands, ...operations }).map(([known, { usage }]) =>
			`  npm run admin -- ${known} ${usage}`.trimEnd(),
		);
		const help = `Commands:\n${usages.join('\n')}`;
		if (commandName !== '') throw new SettingError(`There is no command ${commandName}. ${help}`);
		console.log(help);
		return;
	}
	const { settings } = configured;
	const options = readOptions(chosen, rest);
	// A server of an older version may be using the database.
	const store = await openDatabase(settings, { mayUpgrade: false });
	try {
		const reachedAt = settings.PUBLIC_URL ?? `http://${settings.HOST}:${settings.PORT}`;
		console.log(await actingAs(COMMAND_LINE, () => chosen.run(store, options, reachedAt, settings)));
	} catch (error) {
		const sentence = error instanceof Problem ? sentenceOf(error) : undefined;
		throw sentence === undefined ? error : new SettingError(sentence);
	} finally {
		await store.close();
	}
});

function readOptions(chosen: Command, args: string[]): v.InferOutput<Command['options']> {
	let values: Record<string, unknown>;
	try {
		({ values } = parseArgs({
			args,
			options: Object.fromEntries(
				Object.entries(chosen.options.entries).map(([option, schema]) => [
					option,
					{ type: 'string' as const, multiple: isList(schema) },
				]),
			),
		}));
	} catch (error) {
		throw new SettingError(error instanceof Error ? error.message : String(error));
	}
	const result = v.safeParse(chosen.options, values);
	if (result.success) return result.output;
	const [issue] = result.issues;
	throw new SettingError(`--${String(issue.path?.[0].key)} ${issue.message}`);
}

/** Whether the option may be given several times. */
function isList(schema: object): boolean {
	if ('wrapped' in schema && schema.wrapped instanceof Object) return isList(schema.wrapped);
	return 'type' in schema && schema.type === 'array';
}
