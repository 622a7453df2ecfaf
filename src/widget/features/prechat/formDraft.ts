/**
 * What the visitor has typed into the pre-chat form and not sent. It is kept like a draft when the view changes, the panel
 * closes or the page reloads.
 */
import { atom } from 'jotai/vanilla';
import * as v from 'valibot';
import { readStored, removeStored, watchStored, writeStored } from '#client/storage.ts';
import { channelAtom } from '../channel/channel.ts';

const FormDraft = v.object({
	/** Field key → value as typed; a ticked box is 'true'. */
	values: v.record(v.string(), v.string()),
	/** The region code that was chosen for the phone number, such as 'DE'. */
	country: v.optional(v.string()),
	/** Echo id of the message after its first attempt, so that a repetition starts no second conversation. */
	echoId: v.optional(v.string()),
});
export type FormDraft = v.InferOutput<typeof FormDraft>;

const EMPTY: FormDraft = { values: {} };

const typedAtom = atom<FormDraft>();
const keyAtom = atom((get) => `prechat:${get(channelAtom).websiteToken}`);

const storedAtom = atom((get) => readDraft(get(keyAtom)));

export const formDraftAtom = atom((get) => get(typedAtom) ?? get(storedAtom));

/** Follows the form in other windows of the same visitor. Returns the undo. */
export const followFormDraft = atom(null, (get, set) =>
	watchStored(get(keyAtom), () => set(typedAtom, readDraft(get(keyAtom)))),
);

export const changeForm = atom(null, (get, set, change: Partial<FormDraft>) => {
	const draft = { ...get(formDraftAtom), ...change };
	set(typedAtom, draft);
	writeStored(get(keyAtom), draft);
});

export const typeIntoForm = atom(null, (get, set, key: string, value: string) => {
	set(changeForm, { values: { ...get(formDraftAtom).values, [key]: value } });
});

export const discardForm = atom(null, (get, set) => {
	set(typedAtom, EMPTY);
	removeStored(get(keyAtom));
});

function readDraft(key: string): FormDraft {
	const result = v.safeParse(FormDraft, readStored(key));
	return result.success ? result.output : EMPTY;
}
