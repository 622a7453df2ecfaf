/**
 * Finds lists in the place of objects: Valibot accepts them as records, and as objects without
 * required entries.
 */
import type * as v from 'valibot';

type Container =
	| v.OptionalSchema<v.GenericSchema, unknown>
	| v.NullableSchema<v.GenericSchema, unknown>
	| v.NullishSchema<v.GenericSchema, unknown>
	| v.UnionSchema<v.GenericSchema[], undefined>
	| v.VariantSchema<string, v.VariantOptions<string>, undefined>
	| v.ObjectSchema<v.ObjectEntries, undefined>
	| v.RecordSchema<v.GenericSchema<string>, v.GenericSchema, undefined>
	| v.ArraySchema<v.GenericSchema, undefined>;

const CONTAINERS: ReadonlySet<string> = new Set<Container['type']>([
	'optional',
	'nullable',
	'nullish',
	'union',
	'variant',
	'object',
	'record',
	'array',
]);

/** The name of the first misplaced list; `name` is the name of the value itself. */
export function findArrayWhereObjectExpected(
	schema: v.GenericSchema,
	value: unknown,
	name = 'body',
): string | undefined {
	if (!isContainer(schema) || typeof value !== 'object' || value === null) return undefined;
	switch (schema.type) {
		case 'optional':
		case 'nullable':
		case 'nullish':
			return findArrayWhereObjectExpected(schema.wrapped, value, name);
		case 'union':
		case 'variant': {
			// It is no mistake if one option of the union accepts it.
			const found = schema.options
				.filter(isContainer)
				.map((option) => findArrayWhereObjectExpected(option, value, name));
			return found.includes(undefined) ? undefined : found[0];
		}
		case 'object':
			if (Array.isArray(value)) return name;
			return firstOf(Object.entries(value), ([key, item]) => {
				const entry = Object.hasOwn(schema.entries, key) ? schema.entries[key] : undefined;
				return entry && findArrayWhereObjectExpected(entry, item, key);
			});
		case 'record':
			return Array.isArray(value) ? name : undefined;
		case 'array':
			return Array.isArray(value)
				? firstOf([...value.entries()], ([index, item]) =>
						findArrayWhereObjectExpected(schema.item, item, String(index)),
					)
				: undefined;
	}
}

function firstOf<T>(items: readonly T[], find: (item: T) => string | undefined): string | undefined {
	for (const item of items) {
		const found = find(item);
		if (found !== undefined) return found;
	}
	return undefined;
}

function isContainer(schema: v.GenericSchema): schema is Container {
	return CONTAINERS.has(schema.type);
}
