/** One repository per table, on a connection or within a transaction. */
import type { Kysely } from 'kysely';
import type { Actor } from '../base/actor.ts';
import { createAccessTokens } from './people/accessTokens.ts';
import { createAccounts } from './people/accounts.ts';
import { createAgentMails } from './people/agentMails.ts';
import { createAnswerMails } from './receivers/answerMails.ts';
import { createArticles } from './helpCentre/articles.ts';
import { createAssignments } from './conversations/assignments.ts';
import { createAttachments } from './messages/attachments.ts';
import { createAttributeDefinitions } from './labels/attributeDefinitions.ts';
import { createAuditLog } from './people/auditLog.ts';
import { createBlobs } from './messages/blobs.ts';
import { createBots } from './receivers/bots.ts';
import { createCampaigns } from './campaigns/campaigns.ts';
import { createCannedResponses } from './labels/cannedResponses.ts';
import { createCategories } from './helpCentre/categories.ts';
import { createChannels } from './websites/channels.ts';
import { createConfigurationVersion } from './configurationVersion.ts';
import { createContactLabels } from './contacts/contactLabels.ts';
import { createContactNotes } from './contacts/contactNotes.ts';
import { createContactList } from './contacts/contactList.ts';
import { createContacts } from './contacts/contacts.ts';
import { createConversationCounts } from './conversations/conversationCounts.ts';
import { createConversationList } from './conversations/conversationList.ts';
import { createConversations } from './conversations/conversations.ts';
import { createCredentials } from './people/credentials.ts';
import { createCsatResponses } from './reports/csatResponses.ts';
import { createCustomFilters } from './filters/customFilters.ts';
import { createDeliveries } from './receivers/deliveries.ts';
import { createDeskSessions } from './people/deskSessions.ts';
import { createEmailCodes } from './contacts/emailCodes.ts';
import { createLabels } from './labels/labels.ts';
import { createMailSettings } from './receivers/mailSettings.ts';
import { createMessages } from './messages/messages.ts';
import { createMessageStreams } from './messages/messageStreams.ts';
import { createNotifications } from './teams/notifications.ts';
import { createParticipants } from './teams/participants.ts';
import { createPasswords } from './people/passwords.ts';
import { createPortals } from './helpCentre/portals.ts';
import { createPushSubscriptions } from './people/pushSubscriptions.ts';
import { createReceivedMails } from './messages/receivedMails.ts';
import { createReleasedScripts } from './releasedScripts.ts';
import { createReportRows } from './reports/reportRows.ts';
import type { Database } from './tables/schema.ts';
import { createSearch } from './messages/search.ts';
import { createSessions } from './contacts/sessions.ts';
import { createSetupTokens } from './people/setupTokens.ts';
import { createSignInTokens } from './people/signInTokens.ts';
import { createTeams } from './teams/teams.ts';
import { createUnsubscriptions } from './people/unsubscriptions.ts';
import { createUsers } from './people/users.ts';
import { createWebhooks } from './receivers/webhooks.ts';

/** `reading`: for queries that may take long. */
type Create = (db: Kysely<Database>, reading: Kysely<Database>) => object;

const REPOSITORIES = {
	accounts: createAccounts,
	configurationVersion: createConfigurationVersion,
	users: createUsers,
	campaigns: createCampaigns,
	channels: createChannels,
	contacts: createContacts,
	contactLabels: createContactLabels,
	contactNotes: createContactNotes,
	contactList: createContactList,
	sessions: createSessions,
	conversations: createConversations,
	conversationList: createConversationList,
	conversationCounts: createConversationCounts,
	assignments: createAssignments,
	messages: createMessages,
	messageStreams: createMessageStreams,
	labels: createLabels,
	teams: createTeams,
	participants: createParticipants,
	notifications: createNotifications,
	attributeDefinitions: createAttributeDefinitions,
	cannedResponses: createCannedResponses,
	customFilters: createCustomFilters,
	auditLog: (db) => createAuditLog(db),
	attachments: createAttachments,
	blobs: createBlobs,
	bots: createBots,
	webhooks: createWebhooks,
	deliveries: createDeliveries,
	mailSettings: createMailSettings,
	answerMails: createAnswerMails,
	receivedMails: createReceivedMails,
	agentMails: createAgentMails,
	unsubscriptions: createUnsubscriptions,
	pushSubscriptions: createPushSubscriptions,
	releasedScripts: createReleasedScripts,
	portals: createPortals,
	categories: createCategories,
	articles: createArticles,
	csatResponses: createCsatResponses,
	reports: (_db, reading) => createReportRows(reading),
	search: (_db, reading) => createSearch(reading),
	accessTokens: createAccessTokens,
	credentials: createCredentials,
	deskSessions: createDeskSessions,
	passwords: createPasswords,
	setupTokens: createSetupTokens,
	signInTokens: createSignInTokens,
	emailCodes: createEmailCodes,
} satisfies Record<string, Create>;

export type Repositories = {
	readonly [Name in keyof typeof REPOSITORIES]: ReturnType<(typeof REPOSITORIES)[Name]>;
};

export function createRepositories(...on: Parameters<Create>): Repositories {
	const created = Object.entries<Create>(REPOSITORIES).map(([name, create]) => [name, create(...on)]);
	return Object.fromEntries(created) as Repositories;
}

/**
 * Creates each when it is asked for: a transaction needs few of them, and creating all takes as
 * long as several of its statements.
 */
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

/**
 * `actor`: see `createAuditLog`. Those who share one transaction (groupCommit.ts) share its
 * repositories, too.
 */
export function repositoriesIn(transaction: Kysely<Database>, actor: () => Actor | undefined): Repositories {
	const shared = ofTransactions.get(transaction) ?? new InTransaction(transaction, transaction);
	ofTransactions.set(transaction, shared);
	return Object.create(shared, { auditLog: { value: createAuditLog(transaction, actor) } }) as Repositories;
}
