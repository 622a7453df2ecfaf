/** One repository per table, on a connection or within a transaction. */
import type { Kysely } from 'kysely';
import type { Actor } from '../base/actor.ts';
import { createAccounts } from './accounts.ts';
import { createAttachments } from './attachments.ts';
import { createAuditLog } from './auditLog.ts';
import { createBlobs } from './blobs.ts';
import { createCampaigns } from './campaigns.ts';
import { createChannels } from './channels.ts';
import { createConfigurationVersion } from './configurationVersion.ts';
import { contactRepositories } from './contactRepositories.ts';
import { conversationRepositories } from './conversationRepositories.ts';
import { credentialRepositories } from './credentialRepositories.ts';
import { helpCentreRepositories } from './helpCentreRepositories.ts';
import { receiverRepositories } from './receiverRepositories.ts';
import { createReleasedScripts } from './releasedScripts.ts';
import { reportRepositories } from './reportRepositories.ts';
import { createSearch } from './search.ts';
import { createUsers } from './users.ts';
import type { Database } from './schema.ts';
import { vocabularyRepositories } from './vocabularyRepositories.ts';

/** `reading`: for queries that may take long. */
type Create = (db: Kysely<Database>, reading: Kysely<Database>) => object;

const REPOSITORIES = {
	accounts: createAccounts,
	configurationVersion: createConfigurationVersion,
	users: createUsers,
	campaigns: createCampaigns,
	channels: createChannels,
	...contactRepositories,
	...conversationRepositories,
	...vocabularyRepositories,
	auditLog: (db) => createAuditLog(db),
	attachments: createAttachments,
	blobs: createBlobs,
	...receiverRepositories,
	releasedScripts: createReleasedScripts,
	...helpCentreRepositories,
	...reportRepositories,
	search: (_db, reading) => createSearch(reading),
	...credentialRepositories,
} satisfies Record<string, Create>;

export type Repositories = {
	readonly [Name in keyof typeof REPOSITORIES]: ReturnType<(typeof REPOSITORIES)[Name]>;
};

export function createRepositories(...on: Parameters<Create>): Repositories {
	const created = Object.entries<Create>(REPOSITORIES).map(([name, create]) => [name, create(...on)]);
	return Object.fromEntries(created) as Repositories;
}

/** Creates each when it is asked for: a transaction needs few of them, and creating all takes as long as several of its statements. */
class InTransaction {
	// Neither is private, since objects may inherit from this one (withConfiguration).
	readonly on: Parameters<Create>;
	readonly created = new Map<string, object>();

	constructor(...on: Parameters<Create>) {
		this.on = on;
	}

	static {
		for (const [name, create] of Object.entries<Create>(REPOSITORIES)) {
			const get = function (this: InTransaction): object {
				const created = this.created.get(name) ?? create(...this.on);
				this.created.set(name, created);
				return created;
			};
			Object.defineProperty(this.prototype, name, { get });
		}
	}
}

const ofTransactions = new WeakMap<Kysely<Database>, InTransaction>();

/** `actor`: see `createAuditLog`. Those who share one transaction (groupCommit.ts) share its repositories, too. */
export function repositoriesIn(transaction: Kysely<Database>, actor: () => Actor | undefined): Repositories {
	const shared = ofTransactions.get(transaction) ?? new InTransaction(transaction, transaction);
	ofTransactions.set(transaction, shared);
	return Object.create(shared, { auditLog: { value: createAuditLog(transaction, actor) } }) as Repositories;
}
