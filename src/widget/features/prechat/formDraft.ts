/**
 * What the visitor has typed into the pre-chat form and not sent. It is kept like a draft when the
 * view changes, the panel closes or the page reloads.
 */
import { atom } from 'jotai/vanilla';
import * as v from 'valibot';
import { createPersisted } from '#models/persisted.ts';
import { channelAtom } from '../channel/channel.ts';

const FormDraft = v.object({
	/** Field key → value as typed; a ticked box is 'true'. */
	values: v.record(v.string(), v.string()),
	/** The region code that was chosen for the phone number, such as 'DE'. */
	country: v.optional(v.string()),
	/**
	 * Echo id of the message after its first attempt, so that a repetition starts no second
	 * conversation.
	 */
	echoId: v.optional(v.string()),
	/** The draft at the last attempt, and what was sent of it: numbers are masked. */
	submitted: v.optional(v.object({ draft: v.string(), content: v.string() })),
});
export type FormDraft = v.InferOutput<typeof FormDraft>;

const EMPTY: FormDraft = { values: {} };

const keyAtom = atom((get) => `prechat:${get(channelAtom).websiteToken}`);

const {
	valueAtom: formDraftAtom,
	resume: resumeFormDraft,
	follow: followFormDraft,
	write,
} = createPersisted(keyAtom, FormDraft, EMPTY);

export { followFormDraft, formDraftAtom, resumeFormDraft };

export const changeForm = atom(null, (get, set, change: Partial<FormDraft>) => {
	set(write, { ...get(formDraftAtom), ...change });
});

export const typeIntoForm = atom(null, (get, set, key: string, value: string) => {
	set(changeForm, { values: { ...get(formDraftAtom).values, [key]: value } });
});

export const discardForm = atom(null, (_get, set) => set(write, EMPTY));
