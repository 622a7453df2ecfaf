/**
 * Messages between the element (host) and the frame, both directions: a fixed prefix followed by
 * JSON (docs/wire.md, Page and frame). A receiver checks the sending window, its origin and the
 * schema, and ignores every other sender.
 */
import * as v from 'valibot';
import type { FrameToHost } from './frameToHost.ts';
import type { RareToHost, ToHost } from './rareToHost.ts';
import type { FromHost, HostNotice, HostToFrame } from './hostToFrame.ts';

export const MESSAGE_PREFIX = 'live-chat-widget:';
/** The prefix of Chatwoot's messages. */
export const CHATWOOT_PREFIX = 'chatwoot-widget:';

/** One handler per message; a missing handler does not compile. */
export type MessageHandlers<M extends { event: string }> = {
	[E in M['event']]: (message: Extract<M, { event: E }>) => void;
};

export function encodeMessage(message: HostToFrame | ToHost): string {
	// Some pages' scripts (Prototype.js) add a `toJSON` to all arrays, which would make texts of
	// them.
	return (
		MESSAGE_PREFIX +
		JSON.stringify(message, function (this: Record<string, unknown>, key, value: unknown) {
			return Array.isArray(this[key]) ? this[key] : value;
		})
	);
}

/**
 * The message in `data`, or undefined when the prefix, the JSON or the shape is not ours. Unknown
 * keys are dropped.
 * @param translate brings the JSON of a program that is not ours into our shape
 */
export function decodeMessage<S extends typeof FromHost | typeof HostNotice | typeof FrameToHost | typeof RareToHost>(
	schema: S,
	data: unknown,
	translate = (json: unknown) => json,
): v.InferOutput<S> | undefined {
	if (typeof data !== 'string' || !data.startsWith(MESSAGE_PREFIX)) return undefined;
	let json: unknown;
	try {
		json = JSON.parse(data.slice(MESSAGE_PREFIX.length));
	} catch {
		return undefined;
	}
	const result = v.safeParse(schema, translate(json));
	return result.success ? result.output : undefined;
}
