/** Checks the answer to one field of a form. */
import type { FormItem } from '#protocol/entities/contentTypes.ts';
import { isEmailAddress } from '../contact/emailAddress.ts';

/**
 * `missing`: the field has to be filled in. `invalid`: the value is not what the field asks for.
 */
export type FieldProblem = 'missing' | 'invalid';

export function findProblem(item: FormItem, value: string): FieldProblem | undefined {
	if (value.trim() === '') return item.required ? 'missing' : undefined;
	if (item.type === 'email' && !isEmailAddress(value.trim())) return 'invalid';
	if (item.type === 'text' && item.pattern !== undefined && !fits(value, item.pattern)) return 'invalid';
	return undefined;
}

/** The initial value of a field. */
export function firstValue(item: FormItem): string {
	if (item.type !== 'select') return item.default ?? '';
	return item.options?.find(({ value }) => value === item.default)?.value ?? '';
}

/**
 * Whether a value matches a pattern as HTML's attribute `pattern` defines it: as a whole, and an
 * invalid pattern allows any value.
 */
function fits(value: string, pattern: string): boolean {
	try {
		return new RegExp(`^(?:${pattern})$`, 'u').test(value);
	} catch {
		return true;
	}
}
