import type { Form } from './useForm.ts';

/** The names of the values of one type. */
type NamesOf<T, V> = { [K in keyof T]-?: T[K] extends V ? K : never }[keyof T] & string;

/** What each field of a form takes. */
export interface FieldOf<T extends object, V> {
	form: Form<T>;
	/** The value in the form, as the server calls it. */
	name: NamesOf<T, V>;
	label: string;
}
