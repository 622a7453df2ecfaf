/**
 * Conversations with which the try-out's desk opens, so that the first look at it is not an empty
 * list.
 */
import { createReadStream } from 'node:fs';
import { MINUTE } from '#protocol/base/duration.ts';
import { ROOT } from '../base/programs/root.ts';
import { startSession, type Claims } from '../domain/contacts/identify.ts';
import { seeAsTeam, seeAsVisitor } from '../domain/messages/seeMessages.ts';
import { silentPublisher } from '../domain/silentPublisher.ts';
import type { Files } from '../files/files.ts';
import type { BlobRow } from '../store/tables/blobRow.ts';
import { createConfigurationReader, type Configuration } from '../store/configuration.ts';
import type { ConversationRow } from '../store/tables/schema.ts';
import type { Repositories, Store } from '../store/store.ts';
import {
	answers,
	asks,
	chooses,
	labels,
	notes,
	offers,
	prioritises,
	rates,
	resolves,
	showsPhoto,
	type Step,
} from './steps.ts';

interface Story {
	websiteToken: string;
	visitor: Claims;
	/** Minutes before now → what happens then; the first step is the visitor's. */
	steps: readonly (readonly [number, Step])[];
	/** Whether the team has not read it yet. */
	isUnread?: boolean;
}

const STORIES: readonly Story[] = [
	{
		websiteToken: 'demo-rating',
		visitor: { name: 'Jonas Weber', email: 'jonas.weber@example.com' },
		steps: [
			[1_500, asks('Hello! Do you ship to Austria, and how long does it take?')],
			[1_496, answers('Noor', 'Hello Jonas! Yes, we do: for 12 €, and it takes four to six days.')],
			[1_493, asks('Perfect, I have just ordered. Thank you!')],
			[1_492, answers('Noor', 'Thank **you**. Enjoy the plates!')],
			[1_491, resolves('Noor')],
			[1_480, rates(5, 'A quick and friendly answer.')],
		],
	},
	{
		websiteToken: 'demo',
		visitor: { name: 'Priya Nair', email: 'priya.nair@example.com' },
		steps: [
			[131, asks('Which glaze goes best with a dark wooden table?')],
			[
				127,
				offers('Ada', 'That depends on what you like. Which of these is closest?', [
					'Celadon',
					'Iron red',
					'Chalk white',
				]),
			],
			[125, chooses('Celadon')],
			[
				121,
				answers(
					'Ada',
					'A good choice. Two things to know about **celadon**:\n\n- it may go into the dishwasher\n- it is a little greener in daylight',
				),
			],
		],
	},
	{
		websiteToken: 'demo',
		visitor: {},
		steps: [
			[74, asks('I think I have paid twice for order 2038. Can you please check?')],
			[70, prioritises('Noor', 'high')],
		],
	},
	{
		websiteToken: 'demo-topics',
		visitor: { name: 'Tom Okafor', email: 'tom.okafor@example.com' },
		steps: [
			[48, asks('When do my dinner plates arrive?', 'order')],
			[46, asks('It is number 2041.')],
			[41, answers('Ada', 'Thank you, Tom. They come out of the kiln tomorrow, and leave us on the day after.')],
			[39, notes('Noor', 'One of them has a thin glaze at the rim. I put a spare one into the parcel.')],
		],
	},
	{
		websiteToken: 'demo',
		visitor: { name: 'Maria Jensen', email: 'maria.jensen@example.com' },
		steps: [
			[14, showsPhoto],
			[13, asks('My jug came today with a chipped rim. Could you send me another one?')],
			[12, labels('returns')],
		],
		isUnread: true,
	},
];

const PHOTO = 'chipped-jug.webp';

/**
 * For a new demo: people may have changed an older one. Two processes may do it at the same time.
 */
export async function seedConversations(store: Store, files: Files): Promise<void> {
	const accountId = (await store.accounts.findFirst())?.id;
	if (accountId === undefined) return;
	const source = createReadStream(`${ROOT}demo/${PHOTO}`);
	const photo = await files.upload(source, { name: PHOTO, contentType: 'image/webp' });
	const configuration = await createConfigurationReader(store)();
	await store.transaction(async (repositories) => {
		await repositories.accounts.lock(accountId);
		if (await repositories.conversations.findByDisplayId(accountId, 1)) return;
		for (const story of STORIES) await tell(repositories, { story, photo, configuration, accountId });
	});
}

interface Telling {
	story: Story;
	photo: BlobRow;
	configuration: Configuration;
	accountId: number;
}

async function tell(store: Repositories, { story, photo, configuration, accountId }: Telling): Promise<void> {
	const channel = await configuration.findChannel(store, story.websiteToken);
	if (!channel) return;
	const { session } = await startSession(store, silentPublisher, channel);
	const members = await store.users.listAccount(accountId);
	const scene = {
		store,
		visitor: { channel, session, configuration },
		claims: story.visitor,
		photo,
		agents: new Map(members.map((member) => [member.display_name ?? member.name, member])),
	};
	let conversation: ConversationRow | undefined;
	for (const [minutesAgo, step] of story.steps) {
		const begun = Date.now();
		const { id } = await step(scene, conversation);
		conversation = await moveBack(store, id, begun, minutesAgo * MINUTE);
	}
	if (!conversation) return;
	const newest = (await store.messages.findNewestIdAt(conversation.id, Date.now())) ?? 0;
	await seeAsVisitor(store, silentPublisher, conversation, { messageId: newest, time: undefined });
	const [reader] = members;
	if (reader && !story.isUnread) await seeAsTeam(store, silentPublisher, reader, conversation, newest);
}

/** Whatever has happened in the conversation since `begun` becomes this much older. */
async function moveBack(store: Repositories, id: number, begun: number, by: number): Promise<ConversationRow> {
	const older = <T extends number | null>(time: T) => (time !== null && time >= begun ? time - by : time);
	const { messages } = await store.messages.listPage({ conversationId: id, isPublicOnly: false });
	for (const { id: messageId, created_at, answered_at } of messages) {
		await store.messages.update(messageId, { created_at: older(created_at), answered_at: older(answered_at) });
	}
	const { created_at, last_activity_at, waiting_since, first_reply_created_at } = await store.conversations.find(id);
	return store.conversations.update(id, {
		created_at: older(created_at),
		last_activity_at: older(last_activity_at),
		waiting_since: older(waiting_since),
		first_reply_created_at: older(first_reply_created_at),
	});
}
