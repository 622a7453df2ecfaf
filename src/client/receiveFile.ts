import { fetchAnswer, parseAnswer, type Send } from './rest.ts';

/** Sends a request whose answer is a file: its `body` is a Blob. */
export const receiveFile: Send = (request) =>
	fetchAnswer(request, async (response) => (response.ok ? response.blob() : parseAnswer(await response.text())));

/** Saves a file where the browser saves downloads. */
export function saveFile(file: Blob, name: string): void {
	const link = document.createElement('a');
	link.href = URL.createObjectURL(file);
	link.download = name;
	link.click();
	// The browser reads it some time after the click.
	setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
