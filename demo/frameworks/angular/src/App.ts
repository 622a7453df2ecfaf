import { afterNextRender, Component, CUSTOM_ELEMENTS_SCHEMA, ElementRef, signal, viewChild } from '@angular/core';
import type { LiveChatWidget } from 'live-chat-widget';
import 'live-chat-widget/standalone';

@Component({
	selector: 'app-root',
	schemas: [CUSTOM_ELEMENTS_SCHEMA],
	template: `
		<h1>Halden Stoneware</h1>
		<p>New messages: {{ unread() }}</p>
		<button type="button" (click)="signIn()">Sign in</button>

		<live-chat-widget
			#chat
			website-token="your-website-token"
			base-url="https://chat.example"
			position="left"
		></live-chat-widget>
	`,
})
export class App {
	readonly chat = viewChild.required<ElementRef<LiveChatWidget>>('chat');
	readonly unread = signal(0);

	constructor() {
		// Not in the template: there Angular takes what is before a colon for a target such as `window`.
		afterNextRender(() => {
			this.chat().nativeElement.addEventListener('live-chat-widget:unread', ({ detail }) => {
				this.unread.set(detail.count);
			});
		});
	}

	signIn() {
		return this.chat().nativeElement.setUser('customer-4711', { name: 'Jo Meyer' });
	}
}
