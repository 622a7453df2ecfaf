/**
 * Messages that are written piece by piece (docs/application-api.md, Messages). Chatwoot has no
 * such routes.
 */
import * as v from 'valibot';
import { maxCharacters } from '../base/characters.ts';
import { conversationParams } from './conversationChangeRoutes.ts';
import { Message } from '../entities/entities.ts';
import { CONTENT_MAX } from '../base/limits.ts';
import { numeric } from '../base/numeric.ts';
import type { RouteTable } from '../base/routes.ts';

const MESSAGE = '/api/v1/accounts/:account_id/conversations/:id/messages/:message_id';
const params = v.object({ ...conversationParams.entries, message_id: numeric });

export const messageStreamRoutes = {
	appendToMessage: {
		method: 'POST',
		path: `${MESSAGE}/append`,
		role: 'memberOrBot',
		inbox: 'member',
		summary: 'Appends a piece to a message of the caller that is being written; a repeated piece is stored once',
		params,
		body: v.object({
			content: v.pipe(
				v.string(),
				maxCharacters(CONTENT_MAX, `Content is too long (maximum is ${CONTENT_MAX} characters)`),
			),
			/**
			 * Where the piece begins: the `position` that the answer before named. Absent: at the
			 * end.
			 */
			position: v.optional(v.pipe(numeric, v.integer(), v.minValue(0))),
		}),
		response: v.object({
			id: v.number(),
			/** Where the text ends now, in UTF-16 units. */
			position: v.number(),
		}),
	},
	finishMessage: {
		method: 'POST',
		path: `${MESSAGE}/finish`,
		role: 'memberOrBot',
		inbox: 'member',
		summary: 'Ends the writing of a message of the caller: its text is stored, and told to bots and webhooks',
		params,
		response: Message,
	},
} as const satisfies RouteTable;
