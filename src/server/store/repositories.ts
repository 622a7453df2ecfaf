/** One repository per table, on a connection or within a transaction. */
import type { Kysely } from 'kysely';
import type { Actor } from '../base/actor.ts';
import { createAccounts } from './accounts.ts';
import { createAttachments } from './attachments.ts';
import { createAuditLog } from './auditLog.ts';
import { createBlobs } from './blobs.ts';
import { createCampaigns } from './campaigns.ts';
import { createChannels } from './channels.ts';
import { createConfigurationVersion } from './configuration.ts';
import { createContactRepositories } from './contactRepositories.ts';
import { createConversationRepositories } from './conversationRepositories.ts';
import { createCredentialRepositories } from './credentialRepositories.ts';
import { createHelpCentreRepositories } from './helpCentreRepositories.ts';
import { createReceiverRepositories } from './receiverRepositories.ts';
import { createReleasedScripts } from './releasedScripts.ts';
import { createReportRepositories } from './reportRepositories.ts';
import { createSearch } from './search.ts';
import { createUsers } from './users.ts';
import type { Database } from './schema.ts';
import { createVocabularyRepositories } from './vocabularyRepositories.ts';

export type Repositories = ReturnType<typeof createRepositories>;

/** `reading`: for queries that may take long. `actor`: see `createAuditLog`. */
export function createRepositories(db: Kysely<Database>, reading = db, actor?: () => Actor | undefined) {
	return {
		accounts: createAccounts(db),
		configurationVersion: createConfigurationVersion(db),
		users: createUsers(db),
		campaigns: createCampaigns(db),
		channels: createChannels(db),
		...createContactRepositories(db),
		...createConversationRepositories(db),
		...createVocabularyRepositories(db),
		auditLog: createAuditLog(db, actor),
		attachments: createAttachments(db),
		blobs: createBlobs(db),
		...createReceiverRepositories(db),
		releasedScripts: createReleasedScripts(db),
		...createHelpCentreRepositories(db),
		...createReportRepositories(db, reading),
		search: createSearch(reading),
		...createCredentialRepositories(db),
	};
}
