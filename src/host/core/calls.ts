import type { HostRequest } from '#protocol/frame/hostMethods.ts';
import type { HostError } from './hostEvents.ts';
import type { LazyMethod } from './methods.ts';

/** A method that the page has called. */
export interface Call {
	/** Undefined for a call that only waits until the frame is ready. */
	readonly method: LazyMethod | undefined;
	readonly args: readonly unknown[];
	readonly answer: Promise<unknown>;
	readonly resolve: (value?: unknown) => void;
	readonly reject: (error: HostError) => void;
}

/** The request that a call makes to the frame, once it is known. */
export interface PendingRequest {
	readonly request: HostRequest;
	/** Ends the call with the frame's answer: an error code when it refused, and data. */
	readonly settle: (error: HostError['code'] | undefined, data: unknown) => void;
}

/** The page's calls that are not settled, in the order in which they were made. */
export class Calls extends Set<Call> {
	readonly #requests = new WeakMap<Call, PendingRequest>();

	/** Whether one of them has to wait for a frame. */
	get needFrame(): boolean {
		return [...this].some((call) => !call.method || this.#requests.has(call));
	}

	/** Whether one of them may be about to change the user. */
	get isSettingUser(): boolean {
		return [...this].some(({ method }) => method === 'setUser');
	}

	make(method?: LazyMethod, args: readonly unknown[] = []): Call {
		let resolve: (value: unknown) => void = () => {};
		let reject: (error: HostError) => void = () => {};
		const answer = new Promise<unknown>((...settlers) => {
			[resolve, reject] = settlers;
		});
		const call: Call = {
			method,
			args,
			answer,
			resolve: (value) => this.delete(call) && resolve(value),
			reject: (error) => this.delete(call) && reject(error),
		};
		this.add(call);
		// A page that does not await a call gets no unhandled rejection; its own mistakes it gets
		// by the event `error`.
		answer.catch(() => {});
		return call;
	}

	attachRequest(call: Call, requestOf: PendingRequest): void {
		this.#requests.set(call, requestOf);
	}

	asked(call: Call): PendingRequest | undefined {
		return this.#requests.get(call);
	}

	rejectAll(error: HostError): void {
		for (const call of this) call.reject(error);
	}
}
