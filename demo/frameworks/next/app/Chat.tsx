'use client';

import type { LiveChatWidget as Tag } from 'live-chat-widget';
import { LiveChatWidget } from 'live-chat-widget/react';
import { useRef, useState } from 'react';

export function Chat() {
	const chat = useRef<Tag>(null);
	const [unread, setUnread] = useState(0);

	return (
		<>
			<p>New messages: {unread}</p>
			<button type="button" onClick={() => chat.current?.setUser('customer-4711', { name: 'Jo Meyer' })}>
				Sign in
			</button>
			<LiveChatWidget
				ref={chat}
				websiteToken="your-website-token"
				baseUrl="https://chat.example"
				position="left"
				onUnread={({ detail }) => setUnread(detail.count)}
			/>
		</>
	);
}
