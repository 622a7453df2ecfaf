/**
 * What people do in the demo's conversations. Each step goes by the rules that hold for visitors
 * and agents.
 */
import type { InputSelectItem } from '#protocol/entities/contentTypes.ts';
import type { Priority } from '#protocol/entities/entities.ts';
import { answerQuestion } from '../domain/messages/answerQuestion.ts';
import { changeStatus } from '../domain/conversations/changeStatus.ts';
import { introduceContact, type Claims } from '../domain/contacts/identify.ts';
import { TEXT, type Draft } from '../domain/messages/insertMessage.ts';
import { addLabel, setPriority } from '../domain/conversations/labelConversation.ts';
import { postTeamMessage, postVisitorMessage } from '../domain/conversations/postMessage.ts';
import { silentPublisher } from '../domain/silentPublisher.ts';
import type { Visitor } from '../domain/contacts/visitor.ts';
import type { BlobRow } from '../store/tables/blobRow.ts';
import type { ConversationRow } from '../store/tables/schema.ts';
import type { Repositories } from '../store/store.ts';
import type { Member } from '../store/people/users.ts';

export interface Scene {
	store: Repositories;
	visitor: Visitor;
	/** What the visitor says of themselves. */
	claims: Claims;
	photo: BlobRow;
	/** Name for visitors → the agent. */
	agents: ReadonlyMap<string, Member>;
}

/** Resolves with the conversation, which the first step, a visitor's, begins. */
export type Step = (scene: Scene, conversation: ConversationRow | undefined) => Promise<{ id: number }>;

export function asks(content: string, topic?: string): Step {
	return (scene) => postAsVisitor(scene, { ...TEXT, content }, topic);
}

export const showsPhoto: Step = (scene) =>
	postAsVisitor(scene, { ...TEXT, content: null, attachables: [{ file_type: 'file', blob: scene.photo }] });

async function postAsVisitor({ store, visitor, claims }: Scene, draft: Draft, topic?: string) {
	const { conversation } = await postVisitorMessage(store, silentPublisher, {
		visitor,
		draft,
		readOrigin: () => ({ additionalAttributes: { browser_language: 'en' }, customAttributes: {} }),
		locale: 'en',
		startsConversation: false,
		topic,
		mayAskForEmail: false,
		introduce: (inner, contact) => introduceContact(inner, visitor.session, contact, claims),
	});
	return conversation;
}

export function answers(agent: string, content: string): Step {
	return (scene, conversation) => postAsAgent(scene, conversation, agent, { ...TEXT, content });
}

export function notes(agent: string, content: string): Step {
	return (scene, conversation) => postAsAgent(scene, conversation, agent, { ...TEXT, content }, true);
}

export function offers(agent: string, content: string, titles: readonly string[]): Step {
	const draft: Draft = {
		...TEXT,
		content,
		contentType: 'input_select',
		contentAttributes: { items: titles.map((title): InputSelectItem => ({ title, value: title })) },
	};
	return (scene, conversation) => postAsAgent(scene, conversation, agent, draft);
}

async function postAsAgent(
	scene: Scene,
	begun: ConversationRow | undefined,
	agent: string,
	draft: Draft,
	isPrivate = false,
) {
	const { conversation } = await postTeamMessage(scene.store, silentPublisher, {
		writer: writerOf(scene, agent),
		conversation: required(begun),
		draft,
		isPrivate,
		mayAskForEmail: false,
	});
	return conversation;
}

export function chooses(title: string): Step {
	return answersQuestion('input_select', [{ title, value: title }]);
}

export function rates(rating: number, feedback: string): Step {
	return answersQuestion('input_csat', { csat_survey_response: { rating, feedback_message: feedback } });
}

function answersQuestion(type: 'input_select' | 'input_csat', submittedValues: unknown): Step {
	return async ({ store }, begun) => {
		const conversation = required(begun);
		const question = required(await store.messages.findByContentType(conversation.id, type));
		await answerQuestion(store, silentPublisher, conversation, question, { submittedValues });
		return conversation;
	};
}

export function labels(title: string): Step {
	return async ({ store }, begun) => {
		const conversation = required(begun);
		await addLabel(store, silentPublisher, conversation, title);
		return conversation;
	};
}

export function prioritises(agent: string, priority: Priority): Step {
	return (scene, conversation) =>
		setPriority(scene.store, silentPublisher, required(conversation), priority, writerOf(scene, agent));
}

export function resolves(agent: string): Step {
	return (scene, conversation) =>
		changeStatus(scene.store, silentPublisher, required(conversation), {
			status: 'resolved',
			snoozedUntil: null,
			activity: { code: 'resolved', name: writerOf(scene, agent).member.name },
		});
}

function writerOf({ agents }: Scene, name: string): { type: 'User'; member: Member } {
	return { type: 'User', member: required(agents.get(name)) };
}

function required<T>(thing: T | undefined): T {
	if (thing === undefined) throw new TypeError('The demo tells of something that is not there');
	return thing;
}
