/**
 * `npm run admin -- <command>`: sets up what has no screen yet. It reads the same environment as the server and may run at
 * the same time.
 */
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { type Command, command, email, findAccountId, findAgent, origin } from './command.ts';
import { readArguments } from './operation.ts';
import { operations } from './operations.ts';
import { agentCommands } from './agentCommands.ts';
import { campaignCommands } from './campaignCommands.ts';
import { channelCommands } from './channelCommands.ts';
import { helpCentreCommands } from './helpCentreCommands.ts';
import { labelCommands } from './labelCommands.ts';
import { createLoginLink } from '../domain/loginLink.ts';
import { passwordCommands } from './passwordCommands.ts';
import { receiverCommands } from './receiverCommands.ts';
import { sentenceOf } from './sentences.ts';
import { sessionCommands } from './sessionCommands.ts';
import { tokenCommands } from './tokenCommands.ts';
import { visitorCommands } from './visitorCommands.ts';
import { openDatabase } from '../openDatabase.ts';
import { runProgram } from '../base/runProgram.ts';
import { Problem } from '../base/problem.ts';
import { readConfiguredSettings } from '../base/configuredSettings.ts';
import { SettingError } from '../base/settings.ts';

const COMMANDS: Record<string, Command> = {
	...agentCommands,

	'set-account': command({
		usage: '[--auto-resolve <days>|off]',
		options: v.object({
			'auto-resolve': v.optional(
				v.union(
					[v.literal('off'), v.pipe(v.string(), v.regex(/^[1-9]\d{0,2}$/), v.transform(Number))],
					'must be off or a number of days from 1 to 999',
				),
			),
		}),
		async run(store, { 'auto-resolve': days }) {
			if (days !== undefined)
				await store.accounts.setAutoResolve(await findAccountId(store), days === 'off' ? null : days);
			return 'The account is changed.';
		},
	}),

	...channelCommands,
	...receiverCommands,
	...campaignCommands,
	...helpCentreCommands,
	...labelCommands,
	...tokenCommands,
	...sessionCommands,
	...passwordCommands,
	...visitorCommands,

	'login-link': command({
		usage: '--email <address> [--origin <https://…>]',
		options: v.object({ email, origin }),
		async run(store, options, defaultOrigin) {
			const user = await findAgent(store, options.email);
			return createLoginLink(store, user, options.origin ?? defaultOrigin);
		},
	}),
};

await runProgram(async () => {
	const configured = readConfiguredSettings(process.argv.slice(2), process.env);
	const [commandName = '', ...rest] = configured.args;
	const operation = operations[commandName];
	if (operation) {
		const args = readArguments(operation, rest);
		console.log(await operation.run(configured.settings, ...args));
		return;
	}
	const chosen = COMMANDS[commandName];
	if (!chosen) {
		const usages = Object.entries({ ...COMMANDS, ...operations }).map(([known, { usage }]) =>
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
		console.log(await chosen.run(store, options, reachedAt));
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
