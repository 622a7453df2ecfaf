/** The props that every field of a form takes. */
export interface FieldProps {
	/** The control's name in the form. */
	name: string;
	label: string;
	isRequired: boolean;
	value: string;
	/**
	 * The error message of the value; undefined for a valid one, and before the value is checked.
	 */
	error: string | undefined;
	onType: (value: string) => void;
}
