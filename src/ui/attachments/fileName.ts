/** The name of a stored file: the last part of its address, decoded. */
export function fileName(url: string): string {
	const last = url.split(/[?#]/)[0]?.split('/').at(-1) ?? '';
	try {
		return decodeURIComponent(last);
	} catch {
		return last;
	}
}
