import type { HostToFrame } from '#protocol/hostToFrame.ts';
import type { HostError } from './hostEvents.ts';
import type { LateMethod } from './methods.ts';

/** What the frame answers with `settled`. */
export type FrameRequest = Extract<HostToFrame, { requestId?: string | undefined }>;

/** What the page asked for. */
export interface Call {
	/** Undefined for a call that only waits for the frame to listen. */
	method: LateMethod | undefined;
	args: unknown[];
	/** What there is to say to the frame, once that is known. */
	request?: FrameRequest;
	/** Ends the call with the frame's answer: a code when it was refused, and data. */
	settle?: (error: HostError['code'] | undefined, data: unknown) => void;
	resolve: (value?: unknown) => void;
	reject: (error: HostError) => void;
}

/** The page's calls that are not done yet, in the order in which they were made. */
export class Calls extends Set<Call> {
	/** Whether one of them has to wait for a frame. */
	get needFrame(): boolean {
		return [...this].some(({ method, request }) => !method || request);
	}

	/** Who the visitor is may be about to change. */
	get setUser(): boolean {
		return [...this].some(({ method }) => method === 'setUser');
	}

	make(method?: LateMethod, args: unknown[] = []): { call: Call; answer: Promise<unknown> } {
		const call = { method, args } as Call;
		const answer = new Promise<unknown>((resolve, reject) => {
			call.resolve = (value) => this.delete(call) && resolve(value);
			call.reject = (error) => this.delete(call) && reject(error);
		});
		this.add(call);
		// A page that does not wait for a call learns of its failure by the event, not by an unhandled rejection.
		answer.catch(() => {});
		return { call, answer };
	}

	rejectAll(error: HostError): void {
		for (const call of this) call.reject(error);
	}
}
