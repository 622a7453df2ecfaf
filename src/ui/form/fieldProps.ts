/** What every field of a form takes. */
export interface FieldProps {
	/** Of the control, for the form that it is in. */
	name: string;
	label: string;
	isRequired: boolean;
	value: string;
	/** What is wrong with the value, in words; undefined for nothing, or as long as nobody wants to know. */
	error: string | undefined;
	onType: (value: string) => void;
}
