import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Message } from '#protocol/entities/entities.ts';
import { startHostedServer } from '../../support/hostedServer.ts';
import type { TestServer } from '../../support/server.ts';
import { createAgent, createVisitor } from '../api.ts';

let server: TestServer;
before(async () => {
	server = await startHostedServer();
});
after(() => server.stop());

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const BROWSERS: [userAgent: string, browser: string, version: string, device: string, platform: string, of: string][] =
	[
		[
			`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0`,
			...(['Microsoft Edge', '126.0.0.0', 'Desktop', 'Windows', '10.0'] as const),
		],
		[
			'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15',
			...(['Safari', '17.4', 'Desktop', 'macOS', '10.15.7'] as const),
		],
		[
			'Mozilla/5.0 (iPad; CPU OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/120.0.1 Mobile/15E148 Safari/604.1',
			...(['Chrome', '120.0.1', 'Mobile', 'iOS', '17.4'] as const),
		],
		[
			`Mozilla/5.0 (Linux; Android 14; SM-S911B) ${WEBKIT} Chrome/121.0.0.0 Mobile Safari/537.36`,
			...(['Chrome', '121.0.0.0', 'Mobile', 'Android', '14'] as const),
		],
		[
			'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
			...(['Firefox', '128.0', 'Desktop', 'Linux', ''] as const),
		],
		['curl/8.5.0', ...(['Unknown', '', 'Desktop', 'Unknown', ''] as const)],
		['', ...(['Unknown', '', 'Desktop', 'Unknown', ''] as const)],
	];

for (const [userAgent, browser, browserVersion, device, platform, platformVersion] of BROWSERS) {
	test(`the team sees ${browser} on ${platform} for "${userAgent.slice(0, 60)}"`, async () => {
		const visitor = await createVisitor(server.origin);
		const { body } = await visitor.call<Message>('messages', {
			body: { message: { content: 'Hello' } },
			headers: { 'user-agent': userAgent },
		});
		const { additional_attributes } = await createAgent(server.origin, server.agentToken).conversation(
			body.conversation_id,
		);
		assert.deepEqual(additional_attributes['browser'], {
			browser_name: browser,
			browser_version: browserVersion,
			device_name: device,
			platform_name: platform,
			platform_version: platformVersion,
		});
	});
}
