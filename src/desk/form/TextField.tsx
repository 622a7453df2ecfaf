import type { ChangeEvent, HTMLInputAutoCompleteAttribute, ReactNode } from 'react';
import { FieldFrame } from '#ui/form/FieldFrame.tsx';
import type { FieldOf } from './fieldOf.ts';
import { unknownHint } from './unknownHint.tsx';

interface Props<T extends object> extends FieldOf<T, string> {
	hint?: ReactNode;
	isRequired?: boolean;
	type?: 'text' | 'email' | 'password' | 'tel' | 'url' | 'number' | 'date' | 'time';
	/** With it the field has several lines. */
	rows?: number;
	/** For what is not prose, such as an address or code. */
	isCode?: boolean;
	/** Names variables of the text that do not exist, and so would show as they are. */
	hasVariables?: boolean;
	maxLength?: number;
	placeholder?: string;
	autoComplete?: HTMLInputAutoCompleteAttribute;
}

/** A field for a text. */
export function TextField<T extends object>(props: Props<T>) {
	const {
		form,
		name,
		label,
		hint,
		isRequired = false,
		type = 'text',
		rows,
		isCode = false,
		hasVariables = false,
		...others
	} = props;
	// The names of the form's fields are typed so that this one's value is a text.
	const value = form.values[name] as string;
	const shared = {
		...others,
		name,
		value,
		dir: isCode || ['email', 'tel', 'url'].includes(type) ? 'ltr' : 'auto',
		...(isCode && { spellCheck: false, autoCapitalize: 'none', translate: 'no' as const }),
		onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
			form.change({ [name]: target.value } as Partial<T>),
	};
	return (
		<FieldFrame
			label={label}
			isRequired={isRequired}
			hint={(hasVariables && unknownHint(value)) || hint}
			error={form.errors[name]}
		>
			{(control) =>
				rows === undefined ? (
					<input autoComplete="off" {...control} {...shared} type={type} />
				) : (
					<textarea {...control} {...shared} rows={rows} />
				)
			}
		</FieldFrame>
	);
}
