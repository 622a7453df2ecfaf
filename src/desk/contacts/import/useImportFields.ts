import { useLingui } from '@lingui/react/macro';
import type { AttributeDefinition } from '#protocol/application/attributeDefinitionRoutes.ts';
import { STORED_COLUMNS, type StoredColumn } from '#protocol/application/contacts/importColumns.ts';
import { foldText } from '#protocol/base/foldText.ts';

/** Name of a column → what it is called, in the order in which they are offered. */
export function useImportFields(attributes: readonly AttributeDefinition[]): ReadonlyMap<string, string> {
	const { t } = useLingui();
	const names: Record<StoredColumn, string> = {
		name: t`Full name`,
		email: t`Email address`,
		phone_number: t`Phone number`,
		identifier: t`Identifier`,
		company_name: t`Company`,
		city: t`City`,
		country: t`Country`,
		labels: t`Labels`,
	};
	return new Map([
		...STORED_COLUMNS.map((key) => [key, names[key]] as const),
		...attributes.map(({ attribute_key, attribute_display_name }) => [attribute_key, attribute_display_name] as const),
	]);
}

/**
 * How columns are likely meant: as the server reads them, else by what the agent's language calls
 * the fields. '' for what is not known, and for a field that another column has already.
 */
export function guessColumns(
	headings: readonly string[],
	read: readonly string[],
	fields: ReadonlyMap<string, string>,
): string[] {
	const named = new Map([...fields].map(([key, name]) => [foldText(name), key]));
	const guessed: string[] = [];
	for (const [index, heading] of headings.entries()) {
		const own = read[index] ?? '';
		const key = fields.has(own) ? own : (named.get(foldText(heading)) ?? '');
		guessed.push(guessed.includes(key) ? '' : key);
	}
	return guessed;
}
