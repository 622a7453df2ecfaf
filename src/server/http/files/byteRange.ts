/** Parses which part of a file a request wants (RFC 9110 section 14). */

/** First and last byte, both included. */
export interface ByteRange {
	first: number;
	last: number;
}

/**
 * The result:
 * - a range: answer 206 with it;
 * - `whole`: answer 200. The standard allows this for several ranges, which we do not support;
 * - `unsatisfiable`: answer 416.
 * @param header the request's `Range`
 * @param size bytes of the file
 */
export function parseRange(header: string | undefined, size: number): ByteRange | 'whole' | 'unsatisfiable' {
	const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
	if (from === undefined || to === undefined || (from === '' && to === '')) return 'whole';
	// `-n` wants the last n bytes.
	const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
	const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
	if (from !== '' && to !== '' && Number(from) > Number(to)) return 'whole';
	return first <= last ? { first, last } : 'unsatisfiable';
}
