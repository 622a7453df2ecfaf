/** Pages that are replaced by a router, without a page load. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { after, afterEach, before, describe, test } from 'node:test';
import { press } from '../support/input.ts';
import { isComplete } from '../support/isComplete.ts';
import { type Place, seeSettled, settleDown } from './place.ts';
import { Journey } from './journey.ts';
import type { Visitor } from './visitor.ts';
import { see, until } from './waiting.ts';

const TURBO = readFileSync(fileURLToPath(import.meta.resolve('@hotwired/turbo/dist/turbo.es2017-umd.js')), 'utf8');

const LINKS = '<a href="/">Home</a> <a href="/cups">Cups</a>';

/**
 * Replaces pages as Astro's router does: the whole body, with the elements that both pages persist
 * moved over, in a view transition.
 */
function followLinksByExchange(): void {
	document.addEventListener('click', (event) => {
		const link = event.target instanceof Element && event.target.closest('a');
		if (!link) return;
		event.preventDefault();
		history.pushState(null, '', link.href);
		void go();
	});
	addEventListener('popstate', () => void go());

	async function go() {
		const answer = await fetch(location.href);
		const next = new DOMParser().parseFromString(await answer.text(), 'text/html');
		document.documentElement.ariaBusy = 'true';
		// Nothing can be clicked before the transition is over.
		if (document.startViewTransition) await document.startViewTransition(() => exchange(next)).finished;
		else exchange(next);
		document.documentElement.ariaBusy = null;
		document.dispatchEvent(new Event('astro:page-load'));
	}

	function exchange({ body }: Document) {
		const root = document.documentElement;
		const persisted = [...document.body.querySelectorAll('[data-astro-transition-persist]')].map((element) => {
			put(root, element, null);
			return element;
		});
		document.body.replaceWith(body);
		for (const element of persisted) {
			const name = element.getAttribute('data-astro-transition-persist');
			const place = body.querySelector(`[data-astro-transition-persist="${name}"]`);
			if (place?.parentNode instanceof Element) put(place.parentNode, element, place);
			place?.remove();
		}
		document.dispatchEvent(new Event('astro:after-swap'));
	}

	function put(parent: Element, element: Element, before: Element | null) {
		// Not every browser has it yet.
		if ('moveBefore' in parent) parent.moveBefore(element, before);
		else (parent as Element).insertBefore(element, before);
	}
}

const ASTRO = `(${followLinksByExchange.toString()})()`;

const tag = (product: string, attributes: string) =>
	`<script type="module" src="${product}/live-chat-widget.js"></script>
	<live-chat-widget website-token="demo" base-url="${product}" ${attributes}></live-chat-widget>`;

const global = (product: string) =>
	`<script src="${product}/packs/js/sdk.js"></script>
	<script>chatwootSDK.run({ websiteToken: 'demo', baseUrl: '${product}' })</script>`;

const WAYS: [name: string, script: string, embed: (product: string) => string][] = [
	['Turbo', TURBO, (product) => tag(product, '')],
	['Turbo, which keeps the tag', TURBO, (product) => tag(product, 'id="chat" data-turbo-permanent')],
	["Turbo, and Chatwoot's script", TURBO, global],
	['an exchange of bodies', ASTRO, (product) => tag(product, '')],
	[
		'an exchange of bodies that keeps the tag',
		ASTRO,
		(product) => tag(product, 'data-astro-transition-persist="chat"'),
	],
];

/** Those that differ most: one keeps the tag, one makes it anew. */
const MAIN_WAYS = ['Turbo, which keeps the tag', 'an exchange of bodies'];

for (const [name, script, embed] of isComplete ? WAYS : WAYS.filter(([name]) => MAIN_WAYS.includes(name))) {
	describe(`pages that follow each other by ${name}`, () => {
		let journey: Journey;
		before(async () => {
			journey = await Journey.start({
				head: `<script>${script}</script>`,
				embed: (product) => `${LINKS} ${embed(product)}`,
			});
		});
		afterEach(() => journey.clear());
		after(() => journey.stop());

		test('the open chat stays, or returns with draft and place, and goes on', async () => {
			const visitor = await journey.visitor();
			const settled = await settleDown(journey, visitor, `By ${name}`);
			const { conversation } = settled;
			for (const path of ['/cups', '/', 'back']) {
				await go(visitor, path);
				await seeGoOn(journey, visitor, settled.place);
			}
			await journey.team.write(conversation, { content: 'Which page are you on?' });
			// The answer is below what the visitor reads.
			await see(await visitor.frame(), 'the answer', () =>
				/Which page are you on\?|1 new message/.test(document.body.innerText),
			);
			await visitor.pressLauncher();
			await until('a closed panel', async () => (await visitor.panelMode()) === 'closed');
			await go(visitor, '/');
			await until('a closed panel', async () => (await visitor.panelMode()) === 'closed');
			await until('one connection', () => journey.proxy.sockets === 1);
		});
	});
}

test('every address that the page gives itself is reported, and the team learns where the visitor began to write', async () => {
	const journey = await Journey.start({
		embed: (product) => `${LINKS} <a href="#sizes">Sizes</a> ${tag(product, '')}`,
	});
	try {
		const visitor = await journey.newcomer();
		await visitor.page.evaluateOnNewDocument(noteReports);
		await visitor.page.goto(journey.pageUrl);
		await visitor.openConversation();
		const run = (step: () => void) => () => visitor.page.evaluate(step);
		const steps: [path: string, step: () => Promise<void>][] = [
			['/', async () => {}],
			['/cups', run(() => history.pushState({ page: 1 }, '', '/cups'))],
			['/cups?color=blue', run(() => history.replaceState({ page: 1 }, '', '/cups?color=blue'))],
			['/cups?color=blue#sizes', () => press(visitor.page, 'Sizes')],
			['/cups?color=blue', run(() => history.back())],
			['/', run(() => history.back())],
			['/cups?color=blue', run(() => history.forward())],
		];
		for (const [index, [path, step]] of steps.entries()) {
			await step();
			await see(visitor.page, `${path} reported`, (count) => window.reports.length > count, index);
		}
		const { origin } = new URL(journey.pageUrl);
		assert.deepEqual(
			await visitor.page.evaluate(() => window.reports),
			steps.map(([path]) => origin + path),
		);
		await visitor.write('Do they come in red?');
		await visitor.seeAllSent();
		const conversation = await journey.team.conversationWith('Do they come in red?');
		assert.equal(await journey.team.refererOf(conversation), `${origin}/cups?color=blue`);
	} finally {
		await journey.stop();
	}
});

/** Records the addresses that the page tells the chat. Runs before everything else. */
function noteReports(): void {
	window.reports = [];
	const { postMessage } = MessagePort.prototype;
	MessagePort.prototype.postMessage = function post(this: MessagePort, ...said: [unknown]) {
		const [, report] = /"change-url","referrerURL":"([^"]*)"/.exec(String(said[0])) ?? [];
		if (report) window.reports.push(report);
		Reflect.apply(postMessage, this, said);
	};
}

/** Goes to a page by its link, beside the chat, or back; resolves once the page is another one. */
async function go(visitor: Visitor, path: string): Promise<void> {
	const { page } = visitor;
	// A property, since the copies that a router caches contain attributes.
	await page.evaluate(() => Object.assign(document.body, { isLeft: true }));
	if (path === 'back') await page.evaluate(() => history.back());
	else await press(page, { selector: `a[href="${path}"]` });
	// Turbo shows its cached copy of a page until it has loaded the page again.
	await see(
		page,
		'another page',
		() => !('isLeft' in document.body) && !document.querySelector('html:is([aria-busy], [data-turbo-preview])'),
	);
}

/** Checks that there is one launcher and one chat, as before and connected. */
async function seeGoOn(journey: Journey, visitor: Visitor, place: Place): Promise<void> {
	await until('an open panel', async () => (await visitor.panelMode()) === 'open');
	await until('one chat', () => visitor.page.frames().length === 2);
	const frame = await visitor.frame();
	await seeSettled(frame, place);
	await until('one connection', () => journey.proxy.sockets === 1);
	assert.equal(await visitor.page.evaluate(() => document.querySelectorAll('live-chat-widget').length), 1);
}

declare global {
	interface Window {
		reports: string[];
	}
}
