/**
 * What the visitor writes about (docs/wire.md, Topics): what they have chosen, else what the page
 * says. It goes with the message that begins the conversation, and is kept on the device until
 * then, like the message's text.
 */
import { atom } from 'jotai/vanilla';
import * as v from 'valibot';
import { createPersisted } from '#models/persisted.ts';
import { channelAtom } from '../channel/channel.ts';
import { conversationIdAtom } from '../conversation/conversation.ts';
import { hostAtom } from '../host/host.ts';

const keyAtom = atom((get) => `topic:${get(channelAtom).websiteToken}`);

const {
	valueAtom: chosenAtom,
	resume: resumeTopic,
	follow: followTopic,
	write: writeTopic,
} = createPersisted(keyAtom, v.string(), '');

export { followTopic, resumeTopic };

/** Takes the topic's id, or '' for none. Another window is told of changes only. */
export const chooseTopic = atom(null, (get, set, topic: string) => {
	if (topic !== get(chosenAtom)) set(writeTopic, topic);
});

/**
 * The member of a request that begins the conversation; nothing where there is one, or no topic.
 * The server ignores a topic that the channel does not have.
 */
export const topicPartAtom = atom((get) => {
	const topic = get(chosenAtom) || get(hostAtom).topic;
	return topic && get(conversationIdAtom) === undefined ? { topic } : {};
});
