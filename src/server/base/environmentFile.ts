/**
 * Parses `NAME=value` lines as systemd does those of an `EnvironmentFile` (systemd.exec(5)), so
 * that one file is read alike by both: `#` and `;` begin a comment at the beginning of a line only,
 * quotes enclose what would be left off, and a line that ends with a backslash goes on in the next
 * one.
 */
export function parseEnvironmentFile(text: string): Record<string, string> {
	const given: Record<string, string> = {};
	let rest = text.replaceAll('\r\n', '\n');
	const take = (pattern: RegExp): string[] | undefined => {
		const match = pattern.exec(rest);
		rest = rest.slice(match?.[0].length ?? 0);
		return match ?? undefined;
	};
	while (rest !== '') {
		if (take(/^\s*[#;](?:\\[^]|[^\n\\])*\n?/)) continue;
		const [, name = '', end] = take(/^\s*([^=\n]*)(=|\n|$)/) ?? [];
		// Lines without a value are left out.
		if (end === '=') given[name.trim()] = takeValue(take);
	}
	return given;
}

/** Quoted parts, and after them a part without quotes, which ends with the line. */
function takeValue(take: (pattern: RegExp) => string[] | undefined): string {
	let value = '';
	for (;;) {
		take(/^[ \t]+/);
		const single = take(/^'([^']*)(?:'|$)/);
		const double = single ? undefined : take(/^"((?:\\[^]|[^"\\])*)(?:"|$)/);
		if (single) value += single[1] ?? '';
		else if (double) value += (double[1] ?? '').replaceAll(/\\(?:\n|(["\\`$]))/g, '$1');
		else {
			const [, plain = ''] = take(/^((?:\\[^]|[^\n])*)\n?/) ?? [];
			return value + plain.replace(/(?<!\\)[ \t]+$/, '').replaceAll(/\\(?:\n|([^]))/g, '$1');
		}
	}
}
