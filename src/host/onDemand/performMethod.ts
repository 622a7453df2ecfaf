/** Carries out those of the element's methods that need the frame. Loaded with the first call. */
import * as v from 'valibot';
import { encodeMessage } from '#protocol/frame/frameMessages.ts';
import { ArgumentError } from '#protocol/frame/givenArguments.ts';
import { hostMethods } from '#protocol/frame/hostMethods.ts';
import type { PendingRequest, Call } from '../core/calls.ts';
import type { HostApi } from '../core/hostApi.ts';
import { HostError } from '../core/hostEvents.ts';
import type { IdentityProvider } from '../core/identity.ts';
import { hostMethodHandlers } from './hostMethodHandlers.ts';

export { bringIntoView } from './bringIntoView.ts';
export { findServer } from './findServer.ts';
export { endElsewhere, leaveUser } from './hostMethodHandlers.ts';

/**
 * Follows the texts that the page has reworded: few pages do that, and the code brings the list of
 * all texts.
 */
export async function followTexts(host: HostApi): Promise<void> {
	(await import('./ownTexts.ts')).followTexts(host);
}

/** Notes an event in the page's data layer, which the page wants. Never rejects. */
export function note(name: string, detail: unknown): Promise<void> {
	return import('./dataLayer.ts').then(({ pushToDataLayer }) => pushToDataLayer(name, detail)).catch(console.debug);
}

/**
 * Determines the call's request to the frame, and makes it. A request that the frame would not
 * understand is refused at once.
 */
export function beginCall(host: HostApi, call: Call, args: readonly unknown[]): void {
	const { method } = call;
	// The element may have left the page while this module loaded.
	if (!method || !host.calls.has(call)) return;
	const [provider] = args;
	// The property `identityProvider` calls it with the function that it was set to.
	if (method === 'setUser' && typeof provider === 'function') {
		import('./identityProvider.ts').then(
			({ askProvider }) => askProvider(host, call, provider as IdentityProvider),
			(error: unknown) => call.reject(new HostError('FRAME_UNREACHABLE', `its code did not load (${String(error)})`)),
		);
		return;
	}
	const { message, ask, opensPanel } = hostMethods[method] as Row;
	const { read, begin, end, refuse } = (hostMethodHandlers[method] ?? {}) as PageHalf;
	let given = args;
	const reject = (error: HostError) => {
		if (error.code === 'INVALID_ARGUMENT') {
			// It is the page's mistake, which would go unnoticed where the page does not wait for
			// the promise.
			console.warn(`live-chat-widget: ${error.message}.`);
			host.report(error);
		}
		call.reject(error);
	};
	const fail = (code: HostError['code'], reason: string, data?: unknown) => {
		refuse?.(host, ...given);
		reject(new HostError(code, `${method} was refused: ${reason}`, data));
	};
	const settle: PendingRequest['settle'] = (error, data) => {
		if (error !== undefined) return fail(error, error, data);
		end?.(host, ...given);
		if (opensPanel) void host.open();
		call.resolve(data);
	};
	try {
		if (read) given = read(...args);
		const request = v.parse(message, { event: message.entries.event.literal, ...ask(...given) });
		// Throws for a value that is not JSON, such as a circular one.
		encodeMessage(request);
		if (begin?.(host, ...given) === 'done') return call.resolve();
		host.calls.attachRequest(call, { request, settle });
	} catch (error) {
		if (error instanceof ArgumentError) return reject(new HostError('INVALID_ARGUMENT', error.message));
		return error instanceof HostError ? call.reject(error) : fail('INVALID_ARGUMENT', String(error));
	}
	host.frame.ask(call);
}

// A call's arguments are those of its method, which TypeScript cannot follow through the tables.
interface Row {
	message: (typeof hostMethods)[keyof typeof hostMethods]['message'];
	ask: (...given: unknown[]) => object;
	opensPanel?: true;
}
interface PageHalf {
	read?: (...args: unknown[]) => unknown[];
	begin?: (host: HostApi, ...given: unknown[]) => 'done' | undefined;
	end?: (host: HostApi, ...given: unknown[]) => void;
	refuse?: (host: HostApi, ...given: unknown[]) => void;
}
