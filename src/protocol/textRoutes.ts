/**
 * Texts of the chat in the words of a website's owner, for a frame that changes to another language
 * (docs/texts.md).
 */
import * as v from 'valibot';
import { ChannelTexts } from './entities/channel.ts';
import { CompiledTexts } from './entities/ownTexts.ts';
import type { RouteTable } from './base/routes.ts';

export const textRoutes = {
	showTexts: {
		method: 'GET',
		path: '/widget/texts.json',
		role: 'channel',
		summary: "The channel's texts in its owner's words, in the language that a frame changes to",
		query: v.object({ website_token: v.string(), locale: v.string() }),
		response: CompiledTexts,
	},
	showChannelTexts: {
		method: 'GET',
		path: '/widget/channel_texts.json',
		role: 'channel',
		summary: 'What the channel says to visitors in words of its owner, in the language that a frame changes to',
		query: v.object({ website_token: v.string(), locale: v.string() }),
		response: ChannelTexts,
	},
} as const satisfies RouteTable;
