/**
 * The message that the visitor is about to answer. It is stored with the draft, and survives a
 * reload.
 */
import { type Atom, atom } from 'jotai/vanilla';
import * as v from 'valibot';
import { createPersisted } from '#models/persisted.ts';
import { channelAtom } from '../channel/channel.ts';

const keyAtom = atom((get) => `reply:${get(channelAtom).websiteToken}`);

const reply = createPersisted(keyAtom, v.optional(v.number()), undefined);

/** Id of the message that the next one answers, or undefined. It is sent as `reply_to`. */
export const replyToAtom: Atom<number | undefined> = reply.valueAtom;

export const resumeReply = reply.resume;

/** Follows the choice in other windows of the same visitor. Returns the undo. */
export const followReply = reply.follow;

export const startReply = atom(null, (_get, set, id: number) => set(reply.write, id));

/**
 * The visitor has changed their mind or sent the answer, or another visitor has taken their place.
 */
export const endReply = atom(null, (_get, set) => set(reply.write, undefined));
