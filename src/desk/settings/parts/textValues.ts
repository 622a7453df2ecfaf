/** Texts by language as the fields of a form. */

/** Language → id of the text → text. */
type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Name of a field (`nameOf`) → text; '' where the catalogue's is shown. */
export type TextValues = Readonly<Record<string, string>>;

export function nameOf(locale: string, id: string): string {
	return `${locale}/${id}`;
}

/** The language of a field. */
export function localeOf(name: string): string {
	return name.slice(0, name.indexOf('/'));
}

/** The text that a field is for. */
export function idOf(name: string): string {
	return name.slice(name.indexOf('/') + 1);
}

export function valuesOf(texts: Texts): TextValues {
	return Object.fromEntries(
		Object.entries(texts).flatMap(([locale, own]) =>
			Object.entries(own).map(([id, text]) => [nameOf(locale, id), text] as const),
		),
	);
}

/** The fields that say something else than the server has. */
export function changedNames(values: TextValues, texts: Texts): string[] {
	const stored = valuesOf(texts);
	return Object.keys(values).filter((name) => values[name]?.trim() !== (stored[name] ?? ''));
}

export function changeOf(values: TextValues, names: readonly string[]): Record<string, Record<string, string | null>> {
	const change: Record<string, Record<string, string | null>> = {};
	for (const name of names) (change[localeOf(name)] ??= {})[idOf(name)] = values[name]?.trim() || null;
	return change;
}

/** The member of a request that has translations; nothing where none is changed. */
export function translationsPart(values: TextValues, stored: Texts): { translations?: ReturnType<typeof changeOf> } {
	const names = changedNames(values, stored);
	return names.length > 0 ? { translations: changeOf(values, names) } : {};
}
