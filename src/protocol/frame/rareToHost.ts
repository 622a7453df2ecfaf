/**
 * What few frames say to the host page (docs/wire.md, Page and frame): the page loads the code for
 * it with the first.
 */
import * as v from 'valibot';
import { Attributes } from '../entities/attributes.ts';
import type { FrameToHost } from './frameToHost.ts';
import { anyOf, shape } from '../base/shape.ts';

export const Happening = v.picklist([
	'conversation-ended',
	'rated',
	'article-shown',
	'form-submitted',
	'attachment-sent',
]);

export const RareToHost = anyOf([
	/**
	 * About the browser's notifications, which only the page can show. `look`: whether it may,
	 * which `config-set` answers; `ask`: the visitor wants them, so the page asks the browser, and
	 * answers in the same way; `show`: an agent wrote while the page is hidden.
	 */
	shape({
		event: v.literal('notifications'),
		step: v.picklist(['look', 'ask', 'show']),
		title: v.optional(v.string()),
		body: v.optional(v.string()),
	}),
	/**
	 * The page wants to be asked before a message is sent, or one of the team's is shown: `detail`
	 * is what its event `before-send` or `before-message` carries. The page sends `answer` with the
	 * same `id`.
	 */
	shape({ event: v.literal('ask'), id: v.string(), about: v.picklist(['send', 'message']), detail: Attributes }),
	/**
	 * The token that proved who the visitor is has expired: the page sets its user again, by its
	 * `identityProvider`.
	 */
	shape({ event: v.literal('identityExpired') }),
	/**
	 * The page has not proven its user again, or says that no user is signed in: the visitor is
	 * anonymous now.
	 */
	shape({ event: v.literal('signedOut') }),
	/**
	 * What a page may want to count, told by one window, as it happens: the page dispatches its
	 * event of that name with this `detail`.
	 */
	shape({ event: v.literal('happened'), name: Happening, detail: v.optional(Attributes) }),
]);
export type RareToHost = v.InferOutput<typeof RareToHost>;

/** Everything the frame sends. */
export type ToHost = FrameToHost | RareToHost;
