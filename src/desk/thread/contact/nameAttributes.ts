import type { AttributeDefinition } from '#protocol/application/attributeDefinitionRoutes.ts';
import type { Attributes } from '#protocol/entities/attributes.ts';

export interface NamedAttribute {
	key: string;
	name: string;
	value: string;
	/** Where the value is a web address. */
	href: string | undefined;
}

/** Attributes that have a value, with the names that the team has given them. */
export function nameAttributes(
	attributes: Attributes,
	model: AttributeDefinition['attribute_model'],
	definitions: readonly AttributeDefinition[],
): NamedAttribute[] {
	return Object.entries(attributes)
		.filter(([, value]) => value !== null && value !== undefined && value !== '')
		.map(([key, value]) => {
			const definition = definitions.find(
				({ attribute_key, attribute_model }) => attribute_key === key && attribute_model === model,
			);
			const text = typeof value === 'string' ? value : JSON.stringify(value);
			const isLink = /^https?:/.test(text) && URL.canParse(text);
			return { key, name: definition?.attribute_display_name ?? key, value: text, href: isLink ? text : undefined };
		});
}
