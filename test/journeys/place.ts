/**
 * A visitor's place in a conversation, and whether they are there again after the page has changed
 * around the chat.
 */
import type { Frame } from 'puppeteer-core';
import type { Journey } from './journey.ts';
import type { Visitor } from './visitor.ts';
import { see, seeText, until } from './waiting.ts';

/** The message at the upper edge of the list, and where it begins, in CSS pixels below the edge. */
export interface Place {
	text: string;
	offset: number;
}

const DRAFT = 'Half a thought';

/**
 * Writes a long conversation, scrolls up in it, and leaves a draft. Also resolves with the
 * conversation's display id.
 */
export async function settleDown(journey: Journey, visitor: Visitor, greeting: string) {
	const frame = await visitor.openConversation();
	await visitor.write(greeting);
	await visitor.seeAllSent();
	const conversation = await journey.team.conversationWith(greeting);
	for (let index = 0; index < 12; index += 1) {
		await journey.team.write(conversation, { content: `Message ${index}\nin\nfour\nlines` });
	}
	await seeText(frame, 'Message 11');
	await visitor.type(DRAFT);
	await frame.evaluate(() => {
		const list = document.querySelector('[role=log]');
		return new Promise((resolve) => {
			list?.addEventListener('scrollend', resolve, { once: true });
			list?.scrollTo({ top: 300, behavior: 'instant' });
		});
	});
	return { frame, conversation, place: await readPlace(frame) };
}

/** Resolves when the visitor can continue reading and writing in that place. */
export async function seeSettled(frame: Frame, place: Place): Promise<void> {
	await seeDraft(frame);
	let seen: Place | undefined;
	await until(
		() => `the same place: ${JSON.stringify(seen)} instead of ${JSON.stringify(place)}`,
		async () => {
			seen = await readPlace(frame);
			return seen.text === place.text && Math.abs(seen.offset - place.offset) <= 2;
		},
	);
}

function seeDraft(frame: Frame): Promise<void> {
	return see(frame, 'the draft', (draft) => document.querySelector('textarea')?.value === draft, DRAFT);
}

async function readPlace(frame: Frame): Promise<Place> {
	return frame.evaluate(() => {
		const list = document.querySelector('[role=log]');
		const edge = list?.getBoundingClientRect().top ?? 0;
		const messages = [...(list?.querySelectorAll<HTMLElement>('[data-key]') ?? [])];
		const top = messages.find((message) => message.getBoundingClientRect().bottom > edge + 1);
		return { text: top?.innerText ?? '', offset: Math.round((top?.getBoundingClientRect().top ?? 0) - edge) };
	});
}
