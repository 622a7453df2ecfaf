/** Pages that interfere by their scripts, their styles or their overlays. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { Journey } from './journey.ts';
import type { Visitor } from './visitor.ts';
import { see, seeOnceInOrder, until } from './waiting.ts';

/** Changes that old libraries and bad polyfills make to prototypes. */
const CHANGED_PROTOTYPES: Record<string, () => void> = {
	'arrays that write themselves as texts': () => {
		Object.assign(Array.prototype, {
			toJSON(this: unknown[]) {
				return `[${this.join(', ')}]`;
			},
		});
	},
	'objects that all have more keys': () => {
		Object.assign(Object.prototype, {
			// The driver may also find these and call them without arguments.
			extend: (...objects: object[]) => Object.assign({}, ...objects) as object,
			keys: (all?: object) => Object.keys(all ?? {}),
		});
	},
	'arrays and functions that do less': () => {
		Object.assign(Array, {
			from: (items: unknown) => (Array.isArray(items) ? items : [items]),
		});
		Object.assign(Array.prototype, {
			flat: undefined,
			flatMap: undefined,
			at(this: unknown[], index: number) {
				return this[index];
			},
			find(this: unknown[], isWanted: (item: unknown) => boolean) {
				for (const item of this) if (isWanted(item)) return item;
				return null;
			},
			each(this: unknown[], visit: (item: unknown) => void) {
				for (const item of this) visit(item);
			},
		});
		Object.assign(Function.prototype, {
			bind(this: (...args: unknown[]) => unknown, ...bound: unknown[]) {
				if (bound[0] === undefined) return this;
				return (...args: unknown[]) => this.apply(bound[0], [...bound.slice(1), ...args]);
			},
		});
	},
};

describe('a page that stands in the way', () => {
	let journey: Journey;
	before(async () => {
		journey = await Journey.start();
	});
	afterEach(() => journey.clear());
	after(() => journey.stop());

	/**
	 * A visitor whose page has run `change` before everything else; the chat's own page is
	 * unchanged.
	 */
	async function visitorOf(change: (css: string) => void, css = ''): Promise<Visitor> {
		const visitor = await journey.newcomer();
		await visitor.page.evaluateOnNewDocument(`if (self === top) (${change.toString()})(${JSON.stringify(css)})`);
		await visitor.page.goto(journey.pageUrl);
		return visitor;
	}

	for (const [name, change] of Object.entries(CHANGED_PROTOTYPES)) {
		test(`${name}: visitor and agent see each other's messages, and the page gets its events`, async () => {
			const visitor = await visitorOf(change);
			const frame = await visitor.openConversation();
			await visitor.write(`With ${name}`);
			await visitor.seeAllSent();
			const conversation = await journey.team.conversationWith(`With ${name}`);
			await journey.team.write(conversation, { content: 'We hear you' });
			await seeOnceInOrder(frame, [`With ${name}`, 'We hear you']);
			await visitor.page.evaluate(() =>
				document.querySelector('live-chat-widget')?.setCustomAttributes({ sizes: [38, 40], by: { hand: [true] } }),
			);
			const { custom_attributes: attributes } = await journey.team.contactOf(conversation);
			assert.deepEqual(attributes, { sizes: [38, 40], by: { hand: [true] } });
			await visitor.pressLauncher();
			await until('a closed panel', async () => (await visitor.panelMode()) === 'closed');
		});
	}

	test('a page that resets every element and runs from right to left changes nothing', async () => {
		const visitor = await visitorOf(style, '* { all: unset !important }');
		await visitor.page.evaluate(() => (document.documentElement.dir = 'rtl'));
		assert.deepEqual(await cornerOffsets(visitor), [20, 20]);
		await visitor.openConversation();
		await visitor.write('Who took the styles?');
		await visitor.seeAllSent();
	});

	test('an overlay on top of the corner covers neither the launcher nor the chat', async () => {
		const visitor = await visitorOf(style);
		await visitor.page.evaluate(cover);
		await visitor.openConversation();
		await visitor.write('Is anybody below this?');
		await visitor.seeAllSent();
		await visitor.pressLauncher();
		await until('a closed panel', async () => (await visitor.panelMode()) === 'closed');
	});

	test('a page that sets the stacking itself may cover it', async () => {
		const visitor = await visitorOf(style, 'live-chat-widget { --lcw-z-index: 5 }');
		await visitor.launcherName();
		assert.equal(await isOnTop(visitor), true);
		await visitor.page.evaluate(cover);
		assert.equal(await isOnTop(visitor), false);
	});

	test("a page that transforms and clips the tag's surroundings leaves launcher and chat in their corner", async () => {
		const visitor = await visitorOf(
			style,
			'body { transform: translateX(-30px); filter: blur(0); overflow: clip; block-size: 300px; contain: strict }',
		);
		assert.deepEqual(await cornerOffsets(visitor), [20, 20]);
		await visitor.openConversation();
		await visitor.write('Which way is up?');
		await visitor.seeAllSent();
	});
});

function style(css: string): void {
	const sheet = new CSSStyleSheet();
	sheet.replaceSync(css);
	document.adoptedStyleSheets.push(sheet);
}

/** Covers the whole page, after everything else. */
function cover(): void {
	const element = document.body.appendChild(document.createElement('div'));
	element.style.cssText = 'position: fixed; inset: 0; z-index: 2147483647; background: rgb(0 0 0 / 20%)';
}

/** Whether a click in the middle of the launcher reaches it. */
async function isOnTop(visitor: Visitor): Promise<boolean> {
	const { x, y, width, height } = await launcherBox(visitor);
	return visitor.page.evaluate(
		(left, top) => document.elementFromPoint(left, top)?.localName === 'live-chat-widget',
		x + width / 2,
		y + height / 2,
	);
}

/** The launcher's distances from the right and the bottom of the viewport, in CSS pixels. */
async function cornerOffsets(visitor: Visitor): Promise<[right: number, bottom: number]> {
	const { x, y, width, height } = await launcherBox(visitor);
	const viewport = await visitor.page.evaluate(() => ({
		width: document.documentElement.clientWidth,
		height: innerHeight,
	}));
	return [Math.round(viewport.width - x - width), Math.round(viewport.height - y - height)];
}

/** The launcher's box in CSS pixels of the viewport, once it is shown. */
async function launcherBox(visitor: Visitor) {
	await see(visitor.page, 'the launcher at rest', () => {
		const root = document.querySelector('live-chat-widget')?.shadowRoot;
		const launcher = root?.querySelector('[part=launcher]');
		return launcher?.getAnimations().every(({ playState }) => playState === 'finished');
	});
	const launcher = await visitor.page.waitForSelector('live-chat-widget >>> [part=launcher]');
	const box = await launcher?.boundingBox();
	assert.ok(box);
	return box;
}
