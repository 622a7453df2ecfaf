/** Every attack string, drawn by a real browser as the text of a message. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { RichText } from '../../src/ui/richText/RichText.tsx';
import { attackStrings } from '../support/attackStrings.ts';

const ELEMENTS = ['A', 'BLOCKQUOTE', 'CODE', 'DIV', 'EM', 'LI', 'OL', 'P', 'PRE', 'STRONG', 'UL'];
const ATTRIBUTES = ['class', 'dir', 'href', 'rel', 'start', 'target'];
const PROTOCOLS = ['http:', 'https:', 'mailto:', 'tel:'];

const place = document.createElement('main');
const root = createRoot(place);
/** What ran, what failed, and what was requested from elsewhere. */
const incidents: string[] = [];

before(async () => {
	window.alert = (text: unknown) => incidents.push(`alert(${String(text)})`);
	window.addEventListener('error', ({ message }) => incidents.push(message));
	new PerformanceObserver((list) => {
		const foreign = list.getEntries().filter(({ name }) => new URL(name).origin !== location.origin);
		incidents.push(...foreign.map(({ name }) => name));
	}).observe({ type: 'resource' });
	document.body.append(place);
	show('*a*');
	// From here on every text is parsed synchronously.
	while (!place.querySelector('em')) await frame();
});

after(() => root.unmount());

function show(text: string): void {
	flushSync(() => root.render(<RichText text={text} />));
}

async function frame(): Promise<void> {
	await new Promise(requestAnimationFrame);
}

test('the attacks are many and different', () => {
	const texts = new Set(attackStrings.map(({ text }) => text));
	assert.ok(texts.size >= 150);
	assert.equal(texts.size, attackStrings.length);
});

for (const [kind, attacks] of Object.entries(Object.groupBy(attackStrings, (attack) => attack.kind))) {
	test(`shows as text and does nothing: ${kind}`, async () => {
		for (const { text, danger } of attacks) {
			show(text);
			await frame();
			assert.deepEqual([...incidents, ...findFaults(place, danger)], [], JSON.stringify(text.slice(0, 200)));
		}
	});
}

test('the check finds what the attacks would cause', () => {
	const link = document.createElement('a');
	link.href = 'javascript:void 0';
	link.setAttribute('onclick', '');
	const page = document.createElement('main');
	page.append(link, document.createElement('img'), 'text');
	assert.deepEqual(findFaults(page, 'danger'), ['onclick', 'javascript:void 0', 'IMG', 'hidden: danger']);
});

test('no text is wider than its bubble', () => {
	const long = 'W'.repeat(500);
	place.style.width = '200px';
	for (const text of [
		long,
		`*${long}*`,
		`\`${long}\``,
		`\`\`\`\n${long}\n\`\`\``,
		`https://a.example/${long}`,
		`> - 999. ${long}`,
	]) {
		show(text);
		assert.ok(place.scrollWidth <= 200, text);
	}
});

test('a blank line is as high before the parser arrives as after it', () => {
	show('a\n\nb');
	const plain = place.clientHeight;
	show('*a*\n\nb');
	assert.equal(place.clientHeight, plain);
});

/** Elements that no message may create, and text that is hidden. */
function findFaults(page: HTMLElement, danger: string): string[] {
	const faults: string[] = [];
	for (const element of page.querySelectorAll('*')) {
		if (!ELEMENTS.includes(element.tagName)) faults.push(element.tagName);
		for (const { name } of element.attributes) if (!ATTRIBUTES.includes(name)) faults.push(name);
		if (element instanceof HTMLAnchorElement && !isSafe(element)) faults.push(element.href);
	}
	if (!onOneLine(page.textContent).includes(onOneLine(danger))) faults.push(`hidden: ${danger}`);
	if (Reflect.get({}, 'polluted')) faults.push('a prototype');
	return faults;
}

function isSafe({ protocol, username, password, target, rel }: HTMLAnchorElement): boolean {
	const isClosed = target === '_blank' && rel === 'noopener noreferrer nofollow';
	return isClosed && PROTOCOLS.includes(protocol) && !username && !password;
}

function onOneLine(text: string): string {
	return text.replace(/\s+/g, ' ').trim();
}
