import * as v from 'valibot';

/**
 * An object schema with these entries and no others. Its entries have no prototype, because a
 * page's script may have added enumerable members to `Object.prototype`, which valibot's loop would
 * take for entries.
 */
export function shape<const E extends v.ObjectEntries>(entries: E) {
	return v.object(Object.setPrototypeOf(entries, null) as E);
}

interface MessageShape extends v.GenericSchema {
	readonly entries: { readonly event: { readonly literal: string } };
}

/**
 * The schema of any of several messages: the shape whose `event` the data name decides. `v.variant`
 * would also gather why the others do not fit, which no code reads, and is several times as large.
 */
export function anyOf<const S extends readonly [MessageShape, ...MessageShape[]]>(shapes: S) {
	return v.lazy((data): S[number] => findShape(shapes, data) ?? shapes[0]);
}

/** The shape whose `event` the data name. */
export function findShape<S extends MessageShape>(shapes: readonly S[], data: unknown): S | undefined {
	const { event } = (data ?? {}) as { event?: unknown };
	return shapes.find(({ entries }) => entries.event.literal === event);
}
