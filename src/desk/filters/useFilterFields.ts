import { useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai/react';
import {
	ATTRIBUTE_FIELDS,
	CONTACT_FIELDS,
	CONVERSATION_FIELDS,
	type FilterField,
	type FilterFields,
} from '#protocol/application/filters/conditions.ts';
import { CONVERSATION_STATUSES, Priority } from '#protocol/entities/entities.ts';
import { languageTag, LOCALES } from '#protocol/base/locales.ts';
import { labelsAtom, teamsAtom, websitesAtom } from '../account/account.ts';
import { usePriorityName } from '../conversations/usePriorityName.ts';
import { useStatusName } from '../conversations/useStatusName.ts';
import { languageName } from '../visitor/languageName.ts';
import { filterFactsAtom } from './filterFacts.ts';

/** What is filtered. */
export type Filtered = 'conversation' | 'contact';

export interface NamedField extends FilterField {
	name: string;
	/** Value → text, where the values are known. */
	options?: Options;
}

type Options = readonly (readonly [value: string, text: string])[];

/** Key → field with its name, in the order in which they are offered. */
export function useFilterFields(filtered: Filtered): ReadonlyMap<string, NamedField> {
	const words = { conversation: useConversationWords(), contact: useContactWords() }[filtered];
	const options = useFilterOptions();
	const { definitions } = useAtomValue(filterFactsAtom);
	const table: FilterFields = filtered === 'conversation' ? CONVERSATION_FIELDS : CONTACT_FIELDS;
	const own = Object.entries(words).map(([key, name]) => [key, { ...table[key], name, ...optionsOf(options[key]) }]);
	const defined = definitions
		.filter(
			({ attribute_model, attribute_key }) => attribute_model === `${filtered}_attribute` && !table[attribute_key],
		)
		.map(({ attribute_key, attribute_display_name, attribute_display_type, attribute_values }) => [
			attribute_key,
			{
				...ATTRIBUTE_FIELDS[attribute_display_type],
				name: attribute_display_name,
				...optionsOf(
					{ list: attribute_values.map((value) => [value, value] as const), checkbox: options['blocked'] }[
						attribute_display_type as 'list'
					],
				),
			},
		]);
	return new Map([...own, ...defined] as [string, NamedField][]);
}

function optionsOf(options: Options | undefined): Pick<NamedField, 'options'> {
	return options ? { options } : {};
}

function useConversationWords(): Record<keyof typeof CONVERSATION_FIELDS, string> {
	const { t } = useLingui();
	return {
		status: t`Status`,
		assignee_id: t`Assigned to`,
		team_id: t`Team`,
		inbox_id: t`Website`,
		labels: t`Label`,
		priority: t`Priority`,
		created_at: t`Started`,
		last_activity_at: t`Last active`,
		conversation_language: t`Language`,
		browser_language: t`Browser language`,
		country_code: t`Country`,
		referer: t`Page`,
		mail_subject: t`Subject`,
		campaign_id: t`Campaign`,
		display_id: t({ message: 'Number', context: 'conversation' }),
	};
}

function useContactWords(): Record<keyof typeof CONTACT_FIELDS, string> {
	const { t } = useLingui();
	return {
		name: t`Full name`,
		email: t`Email address`,
		phone_number: t`Phone number`,
		identifier: t`Identifier`,
		company: t`Company`,
		labels: t`Label`,
		inbox_id: t`Website`,
		blocked: t`Visitor blocked`,
		city: t`City`,
		country_code: t`Country`,
		created_at: t({ message: 'Added', context: 'contact' }),
		last_activity_at: t`Last active`,
	};
}

/** Key → the values that may be chosen. */
function useFilterOptions(): Record<string, Options | undefined> {
	const { t, i18n } = useLingui();
	const { agents } = useAtomValue(filterFactsAtom);
	const teams = useAtomValue(teamsAtom);
	const websites = useAtomValue(websitesAtom);
	const labels = useAtomValue(labelsAtom);
	const nameStatus = useStatusName();
	const namePriority = usePriorityName();
	const byId = ({ id, name }: { id: number; name: string }) => [String(id), name] as const;
	return {
		status: CONVERSATION_STATUSES.map((status) => [status, nameStatus(status)]),
		priority: Priority.options.map((priority) => [priority, namePriority(priority)]),
		assignee_id: agents.map(byId),
		team_id: teams.map(byId),
		inbox_id: websites.map(byId),
		labels: labels.map(({ title }) => [title, title]),
		conversation_language: LOCALES.map((locale) => [locale, languageName(languageTag(locale), i18n.locale)]),
		blocked: [
			['true', t`Yes`],
			['false', t`No`],
		],
	};
}
