/** The launcher in any colour (WCAG 2.2, 1.4.3 and 1.4.11). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contrast } from '../../src/look/colors.ts';
import { css, readColor } from '../../src/look/readColor.ts';
import { someColors } from '../support/someColors.ts';
import { addWidget, findLauncher, greet, serve, until } from './hostPages.ts';

const TEXT = 4.5;
const SHAPE = 3;
/** The contrast that may be lost because screens round colours to steps of 1/255. */
const ROUNDING = 0.02;

test('on any colour of the owner or the page, the icon stands out and the badge can be read', async () => {
	serve({});
	const element = addWidget({ loading: 'eager' });
	const launcher = await findLauncher(element);
	(await greet(element)).say({ event: 'handleNotificationDot', unreadMessageCount: 3 });
	const badge = await until(() => launcher.querySelector('[part=badge]'));
	const dot = await until(() => launcher.querySelector('circle'));
	const assertSeen = () => {
		assertContrast(launcher, SHAPE);
		assertContrast(badge, TEXT);
		assert.equal(getComputedStyle(dot).fill, getComputedStyle(launcher).backgroundColor);
	};
	for (const color of someColors(200)) {
		element.style.setProperty('--lcw-color', css(color));
		assert.deepEqual(readColor(getComputedStyle(launcher).backgroundColor), color);
		assertSeen();
	}
	element.style.removeProperty('--lcw-color');
	for (const color of someColors(200, 7)) {
		element.widgetColor = css(color);
		await until(() => readColor(getComputedStyle(launcher).backgroundColor)?.join() === color.join());
		assertSeen();
	}
});

test("an invalid colour of the page leaves the channel's", async () => {
	serve({ widget_color: '#ffe14d' });
	const element = addWidget();
	const launcher = await findLauncher(element);
	const look = () => {
		const { backgroundColor, color } = getComputedStyle(launcher);
		return [readColor(backgroundColor)?.join(), readColor(color)?.join()];
	};
	for (const nonsense of ['no colour', '12px', '#12', 'url(jug.svg)', 'var(--nothing)']) {
		element.style.setProperty('--lcw-color', 'navy');
		assert.deepEqual(look(), ['0,0,128', '255,255,255']);
		element.style.setProperty('--lcw-color', nonsense);
		assert.deepEqual(look(), ['255,225,77', '0,0,0'], nonsense);
	}
});

function assertContrast(element: Element, least: number) {
	const { color, backgroundColor } = getComputedStyle(element);
	const [front, back] = [readColor(color), readColor(backgroundColor)];
	assert.ok(front && back, `${color} on ${backgroundColor}`);
	const found = contrast(front, back);
	assert.ok(found >= least - ROUNDING, `${found.toFixed(2)} of ${color} on ${backgroundColor}`);
}
