import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { installPage } from '../support/happyDom.ts';

test('where there is no DOM, importing the tag and its React component is harmless', async () => {
	const { LiveChatWidget: Element } = await import('../../elements/live-chat-widget.ts');
	const { LiveChatWidget } = await import('../../elements/react.tsx');
	assert.equal(typeof Element, 'function');
	assert.equal(typeof globalThis.customElements, 'undefined');
	const html = renderToString(
		createElement(LiveChatWidget, { websiteToken: 'demo', hideMessageBubble: true, position: 'left' }),
	);
	assert.equal(
		html,
		'<live-chat-widget website-token="demo" position="left" hide-message-bubble=""></live-chat-widget>',
	);
});

test('a second copy of the module leaves the first registration alone', async () => {
	const uninstall = installPage();
	const First = class extends HTMLElement {};
	customElements.define('live-chat-widget', First);
	const copy = '../../elements/define.ts?second';
	await import(copy);
	assert.equal(customElements.get('live-chat-widget'), First);
	await uninstall();
});
