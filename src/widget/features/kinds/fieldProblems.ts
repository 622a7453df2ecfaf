/** When the answer to one field of a form is good, and what is wrong with it otherwise. */
import type { FormItem } from '#protocol/contentTypes.ts';
import { isEmailAddress } from '../contact/emailAddress.ts';

/** `missing`: it has to be filled in. `invalid`: it is not what the field asks for. */
export type FieldProblem = 'missing' | 'invalid';

export function findProblem(item: FormItem, value: string): FieldProblem | undefined {
	if (value.trim() === '') return item.required ? 'missing' : undefined;
	if (item.type === 'email' && !isEmailAddress(value.trim())) return 'invalid';
	if (item.type === 'text' && item.pattern !== undefined && !fits(value, item.pattern)) return 'invalid';
	return undefined;
}

/** The value that a field has before anybody types. */
export function firstValue(item: FormItem): string {
	if (item.type !== 'select') return item.default ?? '';
	return item.options?.find(({ value }) => value === item.default)?.value ?? '';
}

/** As the attribute of the same name has it in HTML: all of the value, and a pattern that is none asks for nothing. */
function fits(value: string, pattern: string): boolean {
	try {
		return new RegExp(`^(?:${pattern})$`, 'u').test(value);
	} catch {
		return true;
	}
}
