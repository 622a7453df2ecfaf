/**
 * Whether a reader sees anything of a text: spaces, controls, marks of format and invisible signs
 * are nothing.
 */
export function isVisible(text: string): boolean {
	return /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);
}
