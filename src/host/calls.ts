import type { HostToFrame } from '#protocol/frameMessages.ts';
import { HostError } from './hostEvents.ts';

/** What the frame answers with `settled`. */
export type FrameRequest = Extract<HostToFrame, { requestId?: string | undefined }>;

interface Call {
	request: FrameRequest | undefined;
	resolve: () => void;
	reject: (error: HostError) => void;
}

/** The page's calls, in order, from the moment they are made until the frame has answered. */
export class Calls {
	readonly #waiting = new Map<string, Call>();
	#post: ((request: FrameRequest) => void) | undefined;
	#count = 0;

	get isEmpty(): boolean {
		return this.#waiting.size === 0;
	}

	/** Resolves when the frame has answered `request`; without one, as soon as the frame listens. */
	add(request?: FrameRequest): Promise<void> {
		const id = String((this.#count += 1));
		return new Promise<void>((resolve, reject) => {
			this.#waiting.set(id, { request, resolve, reject });
			this.#deliver(id);
		});
	}

	/** The frame listens. What it has not answered is said again: a frame that was reloaded does not know of it. */
	connect(post: (request: FrameRequest) => void): void {
		this.#post = post;
		for (const id of this.#waiting.keys()) this.#deliver(id);
	}

	disconnect(): void {
		this.#post = undefined;
	}

	resolve(requestId: string): void {
		this.#take(requestId)?.resolve();
	}

	/** Only `setUser` can be refused. */
	refuse(requestId: string, reason: string, data?: unknown): void {
		this.#take(requestId)?.reject(new HostError('SET_USER_ERROR', `setUser was refused: ${reason}`, data));
	}

	rejectAll(error: HostError): void {
		for (const id of this.#waiting.keys()) this.#take(id)?.reject(error);
	}

	#take(id: string): Call | undefined {
		const call = this.#waiting.get(id);
		this.#waiting.delete(id);
		return call;
	}

	#deliver(id: string): void {
		const request = this.#waiting.get(id)?.request;
		if (!this.#post) return;
		if (!request) return this.resolve(id);
		try {
			this.#post({ ...request, requestId: id });
		} catch (error) {
			this.refuse(id, String(error));
		}
	}
}
