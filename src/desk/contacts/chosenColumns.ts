/** Which columns the list of contacts has. The choice is kept on the device. */
import { type Atom, atom } from 'jotai/vanilla';
import * as v from 'valibot';
import { createPersisted } from '#models/persisted.ts';
import { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import type { AttributeDefinition } from '#protocol/application/attributeDefinitionRoutes.ts';
import { isAborted } from '#client/rest.ts';
import { account, call } from '../session/api.ts';

const DEFAULT = ['email', 'phone_number', 'company', 'labels', 'last_activity_at'];
const keyAtom = atom('contact-columns:desk');
const choice = createPersisted(keyAtom, v.array(v.string()), DEFAULT);

/** Keys of columns, in any order. */
export const chosenColumnsAtom: Atom<readonly string[]> = choice.valueAtom;

/** Shows a column, or no longer. */
export const toggleColumn = atom(null, (get, set, key: string) => {
	const chosen = get(choice.valueAtom);
	set(choice.write, chosen.includes(key) ? chosen.filter((one) => one !== key) : [...chosen, key]);
});

const definitionsAtom = atom<readonly AttributeDefinition[]>([]);

/** The attributes of contacts that the account defines; each may be a column. */
export const contactAttributesAtom: Atom<readonly AttributeDefinition[]> = definitionsAtom;

/** Restores the choice. Never rejects: without attributes there are fewer columns to choose. */
export const openColumns = atom(null, async (get, set) => {
	set(choice.resume);
	try {
		const definitions = await call(get, applicationRoutes.listAttributeDefinitions, {
			params: account(get),
			query: {},
		});
		set(
			definitionsAtom,
			definitions.filter(({ attribute_model }) => attribute_model === 'contact_attribute'),
		);
	} catch (error) {
		if (!isAborted(error)) console.debug('The attributes of contacts are unknown', error);
	}
});
