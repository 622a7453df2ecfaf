/** Fields of a form that show only where an earlier field has a certain value. */
import * as v from 'valibot';

export const VisibleWhen = v.object({
	/** The name of the earlier field. */
	field: v.string(),
	/** The field shows where the earlier one has one of these values. */
	values: v.array(v.string()),
});
export type VisibleWhen = v.InferOutput<typeof VisibleWhen>;

interface Field {
	name: string;
	visible_when?: VisibleWhen | undefined;
}

/**
 * The fields that are shown, in their order. What depends on a field that is hidden, or that the
 * form does not have, is hidden as well.
 * @param valueOf the value of a field that is shown; that of a box is 'true' or 'false'
 */
export function listVisibleFields<F extends Field>(fields: readonly F[], valueOf: (field: F) => string): F[] {
	const values = new Map<string, string>();
	return fields.filter((field) => {
		const { name, visible_when } = field;
		const isVisible = !visible_when || visible_when.values.some((value) => value === values.get(visible_when.field));
		if (isVisible) values.set(name, valueOf(field));
		return isVisible;
	});
}

/**
 * A form's fields may depend on fields before them alone: so none depends on itself, and what
 * appears is below the question that it follows.
 */
export function conditionsOnEarlier<F extends Field>() {
	return v.check<F[], (issue: { input: F[] }) => string>(
		(fields) => findMisplaced(fields) === undefined,
		({ input }) => {
			const { name, visible_when } = findMisplaced(input) ?? {};
			return `show ${name} by ${visible_when?.field}, which is no field before it`;
		},
	);
}

function findMisplaced<F extends Field>(fields: readonly F[]): F | undefined {
	return fields.find(
		({ visible_when }, index) =>
			visible_when && !fields.slice(0, index).some(({ name }) => name === visible_when.field),
	);
}
