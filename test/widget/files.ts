/** Files such as visitors have. */
import { findNamed } from '../desk/page.ts';
import { fill, key, press } from '../support/browser/input.ts';

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

/** Presses the button for files, and selects them in place of the browser's own dialog. */
export async function attach(...files: File[]): Promise<void> {
	function select(event: Event) {
		const input = event.target;
		if (!(input instanceof HTMLInputElement) || input.type !== 'file') return;
		event.preventDefault();
		document.removeEventListener('click', select);
		input.files = transferOf(...files).files;
		input.dispatchEvent(new Event('change', { bubbles: true }));
	}
	document.addEventListener('click', select);
	// In whichever language it is named.
	await press({ selector: ':has(> input[type=file]) button' });
}

export function paste(...files: File[]): void {
	document.activeElement?.dispatchEvent(makePaste(transferOf(...files)));
}

export function makePaste(data: DataTransfer): ClipboardEvent {
	const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true });
	// Firefox's constructor only takes text.
	Object.defineProperty(event, 'clipboardData', { value: data });
	return event;
}

/**
 * Drags files over the page, or drops them there. Answers whether the browser would do its default
 * action with them.
 */
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

export async function send(field: HTMLTextAreaElement, text: string): Promise<void> {
	await fill(field, text);
	await key('Enter');
}
