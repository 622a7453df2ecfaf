import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRef } from 'react';
import { createRoot } from 'react-dom/client';
import type { LiveChatWidget as LiveChatWidgetElement } from '../../elements/live-chat-widget.ts';
import { LiveChatWidget } from '../../elements/react.tsx';
import { asked, greet, serve, until } from '../host/hostPages.ts';

test('the React component sets attributes, passes events on, and hands out the element', async () => {
	serve({});
	const container = document.body.appendChild(document.createElement('div'));
	const root = createRoot(container);
	const ref = createRef<LiveChatWidgetElement>();
	const counts: number[] = [];
	const draw = (isHidden: boolean) => {
		root.render(
			<LiveChatWidget
				ref={ref}
				websiteToken="react"
				baseUrl={location.origin}
				loading="eager"
				hideMessageBubble={isHidden}
				onUnread={({ detail }) => counts.push(detail.count)}
			/>,
		);
	};
	draw(true);
	const element = await until(() => ref.current);
	await until(() => asked[0]?.endsWith('website_token=react'));
	assert.equal(element.hideMessageBubble, true);
	draw(false);
	await until(() => !element.hideMessageBubble);
	(await greet(element)).say({ event: 'handleNotificationDot', unreadMessageCount: 5 });
	await until(() => counts[0] === 5);
	root.unmount();
	await until(() => !container.hasChildNodes());
	container.remove();
});
