/** The parts of routes as JSON Schema, and as readable types. */
import { toJsonSchema } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';

export type JsonSchema = ReturnType<typeof toJsonSchema>;

export interface Field {
	name: string;
	isRequired: boolean;
	schema: JsonSchema;
}

/** The fields of a path's or a query's schema. */
export function fieldsOf(schema: GenericSchema | undefined): Field[] {
	if (!schema) return [];
	const { properties = {}, required = [] } = schemaOf(schema, 'input');
	return Object.entries(properties).flatMap(([name, of]) =>
		typeof of === 'boolean' ? [] : [{ name, isRequired: required.includes(name), schema: of }],
	);
}

/** Conversions of input have no JSON Schema, so the schema describes what is sent. */
export function schemaOf(schema: GenericSchema, typeMode: 'input' | 'output'): JsonSchema {
	const { $schema: _dialect, ...described } = toJsonSchema(schema, { typeMode, errorMode: 'ignore' });
	return described;
}

/** A JSON schema as a readable type. */
export function typeText(schema: JsonSchema, indent = ''): string {
	if (schema.const !== undefined) return JSON.stringify(schema.const);
	if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
	const choices = schema.anyOf ?? schema.oneOf;
	if (choices) return [...new Set(choices.map((choice) => inner(choice, indent)))].join(' | ');
	if (schema.type === 'array') return `${inner(schema.items, indent)}[]`;
	if (schema.type !== 'object') return String(schema.type ?? 'any');
	if (!schema.properties) return '{ [key]: any }';
	const deeper = `${indent}  `;
	const lines = Object.entries(schema.properties).map(
		([name, of]) => `${deeper}${name}${schema.required?.includes(name) ? '' : '?'}: ${inner(of, deeper)}`,
	);
	return `{\n${lines.join('\n')}\n${indent}}`;
}

function inner(schema: unknown, indent: string): string {
	return typeof schema === 'object' && schema !== null ? typeText(schema, indent) : 'any';
}
