import { after, afterEach, beforeEach } from 'node:test';
import { Conversation, server } from './conversation.ts';
import { fakeUploads, type FakeUpload } from './fakeUploads.ts';

/**
 * Before each test of the file that calls it, begins a conversation whose uploads the test
 * controls, and ends both after it.
 */
export function eachWithUploads(take: (begun: { chat: Conversation; uploads: FakeUpload[] }) => void): void {
	let chat: Conversation;
	let stopFaking: () => void;

	beforeEach(() => {
		chat = new Conversation();
		chat.add('Hello');
		const { uploads, stop } = fakeUploads();
		stopFaking = stop;
		take({ chat, uploads });
	});
	afterEach(() => {
		chat.close();
		stopFaking();
	});
	after(() => server.stop());
}
