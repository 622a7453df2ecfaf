/** A text in the form that searches compare: without case and diacritics ("Größe" is found by "grosse"). */
export function foldText(text: string): string {
	return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss');
}
