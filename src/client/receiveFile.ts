import { networkError, parseAnswer, parseDelay, type Send, timedOut } from './rest.ts';

/** Sends a request, if with a body as JSON, whose answer is a file: its `body` is a Blob. */
export const receiveFile: Send = async ({ url, method, headers, body: sent, timeout, hasCookies }) => {
	try {
		const response = await fetch(url, {
			method,
			credentials: hasCookies ? 'same-origin' : 'omit',
			headers: { ...headers, ...(sent !== undefined && { 'Content-Type': 'application/json' }) },
			...(sent !== undefined && { body: JSON.stringify(sent) }),
			...(timeout !== undefined && { signal: AbortSignal.timeout(timeout) }),
		});
		const { ok, status, headers: said } = response;
		const body: unknown = ok ? await response.blob() : parseAnswer(await response.text());
		return { ok, status, body, retryAfter: parseDelay(said.get('Retry-After')) };
	} catch (error) {
		if (error instanceof Error && error.name === 'TimeoutError') throw timedOut(timeout);
		throw networkError();
	}
};

/** Saves a file where the browser saves downloads. */
export function saveFile(file: Blob, name: string): void {
	const link = document.createElement('a');
	link.href = URL.createObjectURL(file);
	link.download = name;
	link.click();
	// The browser reads it some time after the click.
	setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
