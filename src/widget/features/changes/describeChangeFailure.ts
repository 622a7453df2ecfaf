import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { isAborted, RequestError } from '#client/rest.ts';

/** The server's answers where the time is over, or the visitor may not change the message. */
const REFUSALS = [403, 404, 422];

/** Undefined where the visitor has left. */
export function describeChangeFailure(error: unknown): string | undefined {
	if (isAborted(error)) return undefined;
	console.debug('live-chat-widget: a message was not changed', error);
	const isRefused = error instanceof RequestError && REFUSALS.includes(error.status ?? 0);
	return i18n._(isRefused ? msg`This message can no longer be changed` : msg`There was an error, please try again`);
}
