// chunk: several
/**
 * What the visitor has typed, chosen and not sent belongs to one conversation. While they are in
 * another one it is kept aside, and the messages that wait to be sent say where they belong.
 */
import { atom } from 'jotai/vanilla';
import { readStored, removeStored, storedKeys, writeStored } from '#client/storage.ts';
import { outboxAtom, updateOutbox } from '#models/outbox.ts';
import { resumeSelectedFiles } from '../attachments/selectedFiles.ts';
import { channelAtom } from '../channel/channel.ts';
import { resumeDraft } from '../messages/draft.ts';
import { resumeFormDraft } from '../prechat/formDraft.ts';
import { resumeReply } from '../replies/replies.ts';
import { resumeTopic } from '../topics/topics.ts';

/** Beginnings of the storage keys of what is typed. */
const KINDS = ['draft', 'picks', 'reply', 'prechat', 'topic'];

const prefixAtom = atom((get) => `aside:${get(channelAtom).websiteToken}:`);

/**
 * The visitor goes from one conversation to another, by display ids; 0 is one that begins with
 * their next message.
 */
export const exchangeInput = atom(null, (get, set, from: number, to: number) => {
	const { websiteToken } = get(channelAtom);
	const prefix = get(prefixAtom);
	const brought = new Map(Object.entries(Object(readStored(`${prefix}${to}`))));
	const left: Record<string, unknown> = {};
	for (const kind of KINDS) {
		const key = `${kind}:${websiteToken}`;
		const value = readStored(key);
		if (value !== undefined) left[kind] = value;
		if (brought.has(kind)) writeStored(key, brought.get(kind));
		else if (value !== undefined) removeStored(key);
	}
	removeStored(`${prefix}${to}`);
	if (Object.keys(left).length > 0) writeStored(`${prefix}${from}`, left);
	for (const { echoId, conversation } of get(outboxAtom)) {
		if (conversation === undefined) set(updateOutbox, echoId, { conversation: from });
		else if (conversation === to) set(updateOutbox, echoId, { conversation: undefined });
	}
	for (const resume of [resumeDraft, resumeSelectedFiles, resumeReply, resumeFormDraft, resumeTopic]) set(resume);
});

/** What another person has typed. */
export const discardAside = atom(null, (get) => storedKeys(get(prefixAtom)).forEach(removeStored));
