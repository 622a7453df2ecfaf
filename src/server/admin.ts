/**
 * `npm run admin -- <command>`: what an installation needs before there are screens for it. Reads the same environment as
 * the server and may run beside it.
 */
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { LOCALES } from '#protocol/locales.ts';
import { createLoginLink } from './loginLink.ts';
import { createAgent, createChannel } from './rules/team.ts';
import { runProgram } from './run.ts';
import { readSettings, SettingError } from './settings.ts';
import { openStore, type Store } from './store/store.ts';

const name = v.optional(v.pipe(v.string(), v.trim(), v.minLength(1, 'is needed'), v.maxLength(255, 'is too long')), '');
const email = v.optional(v.pipe(v.string(), v.trim(), v.minLength(1, 'is needed'), v.email('is no address')), '');
const domain = v.pipe(v.string(), v.regex(/^(https?:\/\/)?(\*\.)?[\w.-]+(:\d+)?$/, 'is no domain'));
/** Where people reach the server. */
const origin = v.optional(
	v.pipe(
		v.string(),
		v.url('is no address'),
		v.transform((url) => new URL(url).origin),
	),
);

interface Command<S extends v.GenericSchema = v.GenericSchema> {
	usage: string;
	options: S;
	/** Answers what to print. */
	run(store: Store, options: v.InferOutput<S>, defaultOrigin: string): Promise<string>;
}

function command<S extends v.GenericSchema>(of: Command<S>): Command {
	return { ...of, run: (store, options, defaultOrigin) => of.run(store, options, defaultOrigin) };
}

const COMMANDS: Record<string, Command> = {
	'create-agent': command({
		usage: '--name <name> --email <address> [--role agent|administrator] [--origin <https://…>]',
		options: v.object({
			name,
			email,
			role: v.optional(v.picklist(['agent', 'administrator'], 'must be agent or administrator'), 'administrator'),
			origin,
		}),
		async run(store, options, defaultOrigin) {
			if (await store.users.findByEmail(options.email))
				throw new SettingError(`There is an agent ${options.email} already`);
			const user = await store.transaction(async (repositories) => {
				const accountId = await findAccountId(repositories);
				const agent = await createAgent(repositories, { ...options, accountId });
				for (const inboxId of await repositories.channels.listIds(accountId)) {
					await repositories.channels.addMember(inboxId, agent.id);
				}
				return agent;
			});
			const link = await createLoginLink(store, user, options.origin ?? defaultOrigin);
			return `Agent ${user.name} can log in, once, within a day, with\n  ${link}\nToken for scripts (header api_access_token):\n  ${user.access_token}`;
		},
	}),

	'create-channel': command({
		usage:
			'--name <website> [--locale en] [--welcome-title <text>] [--welcome-tagline <text>] [--allowed-domain <domain>]…',
		options: v.object({
			name,
			locale: v.optional(v.picklist(LOCALES, 'is no known locale')),
			'welcome-title': v.optional(v.string()),
			'welcome-tagline': v.optional(v.string()),
			'allowed-domain': v.optional(v.array(domain)),
		}),
		async run(store, options, defaultOrigin) {
			const { websiteToken } = await store.transaction(async (repositories) =>
				createChannel(repositories, {
					accountId: await findAccountId(repositories),
					name: options.name,
					...(options.locale ? { locale: options.locale } : {}),
					...(options['welcome-title'] ? { welcomeTitle: options['welcome-title'] } : {}),
					...(options['welcome-tagline'] ? { welcomeTagline: options['welcome-tagline'] } : {}),
					...(options['allowed-domain'] ? { allowedDomains: options['allowed-domain'] } : {}),
				}),
			);
			return `Put this into the pages of ${options.name}:
  <script type="module" src="${defaultOrigin}/live-chat-widget.js"></script>
  <live-chat-widget website-token="${websiteToken}" base-url="${defaultOrigin}"></live-chat-widget>`;
		},
	}),

	'login-link': command({
		usage: '--email <address> [--origin <https://…>]',
		options: v.object({ email, origin }),
		async run(store, options, defaultOrigin) {
			const user = await store.users.findByEmail(options.email);
			if (!user) throw new SettingError(`There is no agent ${options.email}`);
			return createLoginLink(store, user, options.origin ?? defaultOrigin);
		},
	}),
};

await runProgram(async () => {
	const [commandName = '', ...rest] = process.argv.slice(2);
	const chosen = COMMANDS[commandName];
	if (!chosen) {
		const usages = Object.entries(COMMANDS).map(([known, { usage }]) => `  npm run admin -- ${known} ${usage}`);
		throw new SettingError(`Commands:\n${usages.join('\n')}`);
	}
	const settings = readSettings(process.env);
	const options = readOptions(chosen, rest);
	const store = await openStore({ dataDir: settings.DATA_DIR, databaseUrl: settings.DATABASE_URL });
	try {
		console.log(await chosen.run(store, options, `http://${settings.HOST}:${settings.PORT}`));
	} finally {
		await store.close();
	}
});

function readOptions(chosen: Command, args: string[]): unknown {
	let values: Record<string, unknown>;
	try {
		({ values } = parseArgs({
			args,
			options: {
				name: { type: 'string' },
				email: { type: 'string' },
				role: { type: 'string' },
				origin: { type: 'string' },
				locale: { type: 'string' },
				'welcome-title': { type: 'string' },
				'welcome-tagline': { type: 'string' },
				'allowed-domain': { type: 'string', multiple: true },
			},
		}));
	} catch (error) {
		throw new SettingError(error instanceof Error ? error.message : String(error));
	}
	const result = v.safeParse(chosen.options, values);
	if (result.success) return result.output;
	const [issue] = result.issues;
	throw new SettingError(`--${String(issue.path?.[0].key)} ${issue.message}`);
}

/** An installation that is set up by this script has one account; it comes with the first agent or channel. */
async function findAccountId(store: Parameters<Parameters<Store['transaction']>[0]>[0]): Promise<number> {
	return ((await store.accounts.findFirst()) ?? (await store.accounts.insert('Team'))).id;
}
