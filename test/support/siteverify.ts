/**
 * A stand-in for the providers of captchas: proofs are `proof-…`, each right once, under one
 * secret.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export const SECRET = 'secret-of-the-website';

export interface Siteverify {
	url: string;
	/** What it was asked, in order. */
	asked: { secret: string | null; response: string | null }[];
	/**
	 * What it does with the next questions: judges them, takes everything for right, or is broken.
	 */
	state: 'well' | 'generous' | 'failing' | 'garbled';
	stop(): void;
}

export async function startSiteverify(): Promise<Siteverify> {
	const spent = new Set<string>();
	const judge = (secret: string | null, response: string | null) => {
		if (standIn.state === 'generous') return [];
		if (secret !== SECRET) return ['invalid-input-secret'];
		if (response === null || !response.startsWith('proof-')) return ['invalid-input-response'];
		if (spent.has(response)) return ['timeout-or-duplicate'];
		spent.add(response);
		return [];
	};
	const provider = createServer((request, response) => {
		let text = '';
		request.on('data', (chunk: Buffer) => (text += chunk.toString()));
		request.once('end', () => {
			const form = new URLSearchParams(text);
			const [secret, proof] = [form.get('secret'), form.get('response')];
			standIn.asked.push({ secret, response: proof });
			if (standIn.state === 'garbled') return response.end('<h1>Bad gateway</h1>');
			const codes = standIn.state === 'failing' ? ['internal-error'] : judge(secret, proof);
			response
				.writeHead(200, { 'content-type': 'application/json' })
				.end(JSON.stringify({ success: codes.length === 0, 'error-codes': codes }));
		});
	}).listen(0, '127.0.0.1');
	await once(provider, 'listening');
	const standIn: Siteverify = {
		url: `http://127.0.0.1:${(provider.address() as AddressInfo).port}/siteverify`,
		asked: [],
		state: 'well',
		stop() {
			provider.close();
			provider.closeAllConnections();
		},
	};
	return standIn;
}
