/** Files such as visitors have. */
import { fill, findNamed } from '../desk/page.ts';

/** A picture of one colour, 80 by 60. */
export async function makePicture(name = 'vase.png'): Promise<File> {
	const canvas = new OffscreenCanvas(80, 60);
	const context = canvas.getContext('2d');
	if (!context) throw new Error('This browser does not draw.');
	context.fillRect(0, 0, 80, 60);
	return new File([await canvas.convertToBlob()], name, { type: 'image/png' });
}

export function makeText(name = 'order.txt', size = 12): File {
	return new File(['x'.repeat(size)], name, { type: 'text/plain' });
}

function transferOf(...files: File[]): DataTransfer {
	const transfer = new DataTransfer();
	for (const file of files) transfer.items.add(file);
	return transfer;
}

/** Selects files as the browser's dialog does. */
export function choose(...files: File[]): void {
	const input = document.querySelector<HTMLInputElement>('input[type=file][multiple]');
	if (!input) throw new Error('Files cannot be attached here.');
	input.files = transferOf(...files).files;
	input.dispatchEvent(new Event('change', { bubbles: true }));
}

export function paste(...files: File[]): void {
	const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true });
	// Firefox's constructor only takes text.
	Object.defineProperty(event, 'clipboardData', { value: transferOf(...files) });
	document.activeElement?.dispatchEvent(event);
}

/** Drags files over the page, or drops them there. Answers whether the browser would do its default action with them. */
export function drag(type: 'dragenter' | 'dragover' | 'dragleave' | 'drop', ...files: File[]): boolean {
	return document.body.dispatchEvent(
		new DragEvent(type, { dataTransfer: transferOf(...files), bubbles: true, cancelable: true }),
	);
}

/** Names of the selected files. */
export function waiting(): string[] {
	const tray = findNamed('ul', 'Files to send');
	return [...(tray?.querySelectorAll('bdi') ?? [])].map(({ textContent }) => textContent);
}

export function send(field: HTMLTextAreaElement, text: string): void {
	fill(field, text);
	field.form?.requestSubmit();
}
