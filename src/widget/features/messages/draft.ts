/**
 * The text that the visitor has typed and not sent. It is kept when the view changes, the panel
 * closes or the page reloads.
 */
import { atom } from 'jotai/vanilla';
import * as v from 'valibot';
import { createPersisted } from '#models/persisted.ts';
import { channelAtom } from '../channel/channel.ts';

const keyAtom = atom((get) => `draft:${get(channelAtom).websiteToken}`);

export const {
	valueAtom: draftAtom,
	resume: resumeDraft,
	follow: followDraft,
	write: writeDraft,
} = createPersisted(keyAtom, v.string(), '');
