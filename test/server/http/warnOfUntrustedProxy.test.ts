import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify from 'fastify';
import { warnOfUntrustedProxy } from '../../../src/server/http/warnOfUntrustedProxy.ts';

test('a peer that forwards without being trusted is logged once, and a trusted one never', async (t) => {
	const lines: string[] = [];
	const app = Fastify({ logger: { level: 'warn', stream: { write: (line: string) => void lines.push(line) } } });
	t.after(() => app.close());
	warnOfUntrustedProxy(app, ['10.0.0.5']);
	app.get('/', async () => '');
	const ask = (remoteAddress: string, headers: Record<string, string> = { 'x-forwarded-for': '203.0.113.1' }) =>
		app.inject({ url: '/', remoteAddress, headers });
	await ask('10.0.0.5');
	await ask('10.0.0.6', {});
	assert.deepEqual(lines, []);
	await ask('10.0.0.6');
	await ask('10.0.0.7');
	assert.equal(lines.length, 1);
	assert.equal((JSON.parse(lines[0] ?? '') as { peer: string }).peer, '10.0.0.6');
});
