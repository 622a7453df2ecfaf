/**
 * Marks what is selected in a field as Markdown does, and selects what the agent goes on to type.
 */
export type Format = 'bold' | 'italic' | 'list' | 'link';

export function format(field: HTMLTextAreaElement, kind: Format): void {
	const { value, selectionStart: start, selectionEnd: end } = field;
	const selected = value.slice(start, end);
	if (kind === 'list') {
		const from = value.lastIndexOf('\n', start - 1) + 1;
		field.setRangeText(value.slice(from, end).replace(/^/gm, '- '), from, end, 'end');
	} else if (kind === 'link') {
		const address = 'https://';
		field.setRangeText(`[${selected}](${address})`, start, end);
		const caret = start + 1;
		if (selected) field.setSelectionRange(end + 3, end + 3 + address.length);
		else field.setSelectionRange(caret, caret);
	} else {
		const mark = kind === 'bold' ? '**' : '*';
		field.setRangeText(mark + selected + mark, start, end);
		field.setSelectionRange(start + mark.length, end + mark.length);
	}
}
