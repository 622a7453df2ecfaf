/**
 * The initials of the first and the last word that begin with a letter: `Ada Lee` → `AL`,
 * `quiet-sun-204` → `QS`.
 */
export function initialsOf(name: string): string {
	const letters = name.split(/[\s\-_.]+/u).flatMap((word) => /^\p{L}/u.exec(word)?.[0] ?? []);
	const ends = letters.length > 1 ? [letters[0], letters.at(-1)] : letters;
	return ends.join('').toLocaleUpperCase() || '?';
}
