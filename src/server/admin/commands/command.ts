/** The building blocks of the commands of `npm run admin`. */
import * as v from 'valibot';
import { maxCharacters } from '#protocol/base/characters.ts';
import { SettingError, type Settings } from '../../base/settings.ts';
import { isInTeam } from '../../domain/people/agents.ts';
import type { Channel } from '../../store/websites/channels.ts';
import type { User } from '../../store/tables/schema.ts';
import type { Repositories, Store } from '../../store/store.ts';

/** Option → its schema. An option whose schema is a list may be given several times. */
type Options = v.ObjectSchema<v.ObjectEntries, undefined>;

export interface Command<S extends Options = Options> {
	usage: string;
	options: S;
	/** Carries the command out. Resolves with the text to print. */
	run(store: Store, options: v.InferOutput<S>, defaultOrigin: string, settings: Settings): Promise<string>;
}

export function command<S extends Options>(of: Command<S>): Command {
	return { ...of, run: (...given) => of.run(...given) };
}

/** A line of text that is not blank. */
export const line = v.pipe(v.string(), v.trim(), v.minLength(1, 'is needed'), maxCharacters(255, 'is too long'));
export const name = v.optional(line, '');
/** The number of a row in a list that the command prints; `refusal` says what is expected. */
export const rowNumber = (refusal?: string) =>
	v.pipe(v.string(), v.regex(/^[1-9]\d{0,15}$/, refusal), v.transform(Number));
export const email = v.optional(
	v.pipe(v.string(), v.trim(), v.minLength(1, 'is needed'), v.email('is no address')),
	'',
);

/** The address at which people reach the server. */
export const origin = v.optional(
	v.pipe(
		v.string(),
		v.url('is no address'),
		v.transform((url) => new URL(url).origin),
	),
);

export const onOrOff = v.optional(
	v.pipe(
		v.picklist(['on', 'off'], 'must be on or off'),
		v.transform((word) => word === 'on'),
	),
);

/** The column, if the command has an option for it; nothing otherwise. */
export function given<K extends string, T>(column: K, value: T | undefined): Partial<Record<K, T>> {
	return value === undefined ? {} : ({ [column]: value } as Record<K, T>);
}

/** The id of the installation's only account, which the first agent or channel creates. */
export async function findAccountId(store: Repositories): Promise<number> {
	return ((await store.accounts.findFirst()) ?? (await store.accounts.insert('Team'))).id;
}

export async function findChannel(store: Repositories, websiteToken: string): Promise<Channel> {
	const channel = await store.channels.findByWebsiteToken(websiteToken);
	if (!channel) throw new SettingError(`There is no channel with the website token ${websiteToken}`);
	return channel;
}

export async function findAgent(store: Repositories, address: string): Promise<User> {
	const user = await store.users.findByEmail(address);
	if (!user || !(await isInTeam(store, user.id))) throw new SettingError(`There is no agent ${address}`);
	return user;
}

/** The id of an agent of the account; null for `none`. */
export async function findAgentId(store: Repositories, accountId: number, email: string | undefined) {
	if (email === undefined) return undefined;
	if (email === 'none') return null;
	const user = await store.users.findByEmail(email);
	if (!user || !(await store.users.findMember(accountId, user.id)))
		throw new SettingError(`There is no agent ${email}`);
	return user.id;
}

/** UTC, to the minute. */
export function date(time: number): string {
	return new Date(time).toISOString().slice(0, 16).replace('T', ' ');
}
