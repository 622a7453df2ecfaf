/**
 * The team by the application API, for what the desk has no button for: questions, cards and calls.
 */
import type { Message } from '#protocol/entities/entities.ts';
import { until } from './waiting.ts';

interface Contact {
	name: string;
	email: string | null;
	custom_attributes: Record<string, unknown>;
}

interface Listed {
	id: number;
	last_non_activity_message: Message | null;
}

export class Team {
	readonly #account: string;
	readonly #token: string;

	constructor(origin: string, accessToken: string) {
		this.#account = `${origin}/api/v1/accounts/1`;
		this.#token = accessToken;
	}

	/** Display id of the conversation whose last message is this one, as soon as there is one. */
	conversationWith(content: string): Promise<number> {
		return until(`a conversation with "${content}"`, async () => {
			const { data } = await this.#call<{ data: { payload: Listed[] } }>('GET', '/conversations?status=all');
			return data.payload.find((conversation) => conversation.last_non_activity_message?.content === content)?.id;
		});
	}

	write(conversationId: number, message: Record<string, unknown>): Promise<Message> {
		return this.#call('POST', `/conversations/${conversationId}/messages`, message);
	}

	/** Sends text files with these names, in one message. */
	async sendFiles(conversationId: number, content: string, names: readonly string[]): Promise<void> {
		const form = new FormData();
		form.set('content', content);
		for (const name of names) form.append('attachments[]', new Blob(['clay'], { type: 'text/plain' }), name);
		const response = await fetch(`${this.#account}/conversations/${conversationId}/messages`, {
			method: 'POST',
			headers: { api_access_token: this.#token },
			body: form,
		});
		if (!response.ok) throw new Error(`The files were answered ${response.status}: ${await response.text()}`);
	}

	/** The contact of the conversation, as the team sees it. */
	async contactOf(conversationId: number): Promise<Contact> {
		const { meta } = await this.#call<{ meta: { sender: Contact } }>('GET', `/conversations/${conversationId}`);
		return meta.sender;
	}

	/** The page on which the visitor began the conversation. */
	async refererOf(conversationId: number): Promise<unknown> {
		const { additional_attributes } = await this.#call<{ additional_attributes: { referer?: unknown } }>(
			'GET',
			`/conversations/${conversationId}`,
		);
		return additional_attributes.referer;
	}

	takeBack(message: Message): Promise<Message> {
		return this.#call('DELETE', `/conversations/${message.conversation_id}/messages/${message.id}`);
	}

	async messages(conversationId: number): Promise<Message[]> {
		const { payload } = await this.#call<{ payload: Message[] }>('GET', `/conversations/${conversationId}/messages`);
		return payload;
	}

	async #call<T>(method: string, path: string, body?: unknown): Promise<T> {
		const response = await fetch(this.#account + path, {
			method,
			headers: { api_access_token: this.#token, 'content-type': 'application/json' },
			...(body !== undefined && { body: JSON.stringify(body) }),
		});
		if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
		return (await response.json()) as T;
	}
}
