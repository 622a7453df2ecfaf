/** Uploads whose progress and outcome the test controls. */

export class FakeUpload {
	readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
	readonly headers: Record<string, string> = {};
	method = '';
	url = '';
	status = 0;
	responseText = '';
	body: FormData | File | undefined;
	onprogress?: () => void;
	onload?: () => void;
	onerror?: () => void;
	onabort?: () => void;
	/** `aborted`: by the page. */
	outcome: 'running' | 'answered' | 'cut' | 'aborted' = 'running';

	open(method: string, url: string): void {
		[this.method, this.url] = [method, url];
	}

	setRequestHeader(name: string, value: string): void {
		this.headers[name] = value;
	}

	send(body: FormData | File): void {
		this.body = body;
	}

	abort(): void {
		this.outcome = 'aborted';
		this.onabort?.();
	}

	/** A field of the form, such as `message[echo_id]`. */
	field(name: string): FormDataEntryValue | null {
		return this.body instanceof FormData ? this.body.get(name) : null;
	}

	/** @param share from 0 to 1 */
	progress(share: number): void {
		this.upload.onprogress?.({ loaded: share * 1_000, total: 1_000 });
	}

	/** A part of the answer. */
	receive(text: string): void {
		this.responseText += text;
		this.onprogress?.();
	}

	answer(body: unknown, status = 200): void {
		this.outcome = 'answered';
		this.status = status;
		this.responseText = JSON.stringify(body);
		this.onload?.();
	}

	/** The network is lost. */
	cut(): void {
		this.outcome = 'cut';
		this.onerror?.();
	}
}

/**
 * Replaces the browser's XMLHttpRequest; answers all uploads so far, and a function that restores
 * it.
 */
export function fakeUploads(): { uploads: FakeUpload[]; stop: () => void } {
	const uploads: FakeUpload[] = [];
	const { XMLHttpRequest: own } = globalThis;
	class Noted extends FakeUpload {
		constructor() {
			super();
			uploads.push(this);
		}
	}
	Object.assign(globalThis, { XMLHttpRequest: Noted });
	return { uploads, stop: () => Object.assign(globalThis, { XMLHttpRequest: own }) };
}
