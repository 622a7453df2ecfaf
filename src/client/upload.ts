/**
 * Requests that carry a file. They use XMLHttpRequest, because fetch does not report the progress
 * of an upload.
 */
import {
	type Answer,
	type Outgoing,
	networkError,
	parseAnswer,
	parseDelay,
	toRequestError,
	RequestError,
	type Send,
	timedOut,
} from './rest.ts';

export interface UploadOptions {
	/** Called with the uploaded share of the bytes, from 0 to 1. */
	onProgress: (share: number) => void;
	/** Called with the answer as far as it has come, for one that takes long. */
	onAnswer?: (text: string) => void;
	/** Ends the upload, which then rejects with ABORTED. */
	signal: AbortSignal;
	/** The upload rejects with TIMEOUT after this many milliseconds without progress. */
	timeout: number;
}

/**
 * Sends the body as a form, nested by names such as `message[content]`, with `file` in the field
 * named `field`.
 */
export function withFile(field: string, file: File, options: UploadOptions): Send {
	return ({ body, ...request }) => {
		const form = new FormData();
		appendFields(form, '', body);
		form.append(field, file, file.name);
		return sendBytes({ ...request, body: form }, options);
	};
}

/** Puts the bytes of a file at an address that the server gave. Rejects with a `RequestError`. */
export async function putFile(
	url: string,
	headers: Record<string, string>,
	file: File,
	options: UploadOptions,
): Promise<void> {
	const answer = await sendBytes({ url, method: 'PUT', headers, body: file }, options);
	if (!answer.ok) throw toRequestError(answer);
}

interface Upload extends Omit<Outgoing, 'body' | 'timeout' | 'init'> {
	body: FormData | File;
}

function sendBytes({ url, method, headers, body }: Upload, options: UploadOptions): Promise<Answer> {
	const { onProgress, onAnswer, signal, timeout } = options;
	const request = new XMLHttpRequest();
	const ended = Promise.withResolvers<Answer>();
	let timer: ReturnType<typeof setTimeout>;

	function expire() {
		ended.reject(timedOut(timeout));
		request.abort();
	}

	function noteMovement() {
		clearTimeout(timer);
		timer = setTimeout(expire, timeout);
	}

	function cancel() {
		request.abort();
	}

	request.upload.onprogress = ({ loaded, total }) => {
		noteMovement();
		onProgress(loaded / total || 0);
	};
	request.onprogress = () => {
		noteMovement();
		onAnswer?.(request.responseText);
	};
	request.onload = () => {
		const { status, responseText } = request;
		const retryAfter = status === 429 ? parseDelay(request.getResponseHeader('Retry-After')) : undefined;
		ended.resolve({ ok: status >= 200 && status < 300, status, body: parseAnswer(responseText), retryAfter });
	};
	request.onerror = () => ended.reject(networkError());
	request.onabort = () => ended.reject(new RequestError('ABORTED', 'Request aborted'));
	request.open(method, url);
	for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
	signal.addEventListener('abort', cancel);
	noteMovement();
	if (signal.aborted) ended.reject(new RequestError('ABORTED', 'Request aborted'));
	else request.send(body);

	return ended.promise.finally(() => {
		clearTimeout(timer);
		signal.removeEventListener('abort', cancel);
	});
}

/**
 * Flattens nested values: `{ message: { content: 'a' } }` becomes the field `message[content]`.
 * Null and undefined are left out.
 */
function appendFields(form: FormData, name: string, value: unknown): void {
	if (value === null || value === undefined) return;
	if (typeof value !== 'object') return form.append(name, `${value as string | number | boolean}`);
	for (const [key, inner] of Object.entries(value)) appendFields(form, name === '' ? key : `${name}[${key}]`, inner);
}
