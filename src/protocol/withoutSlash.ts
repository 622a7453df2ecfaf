/** A page's path without the slash at its end. The root keeps its own. */
export function withoutSlash(path: string): string {
	return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}
