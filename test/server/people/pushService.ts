/** A push service on this machine, over https, and the browsers that have subscribed there. */
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { createServer } from 'node:https';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import type { DeskPush } from '#protocol/deskWorker.ts';
import type { Certificate } from '../../support/certificate.ts';

export interface Pushed extends DeskPush {
	/** The name of the browser. */
	to: string;
	headers: IncomingHttpHeaders;
}

export async function startPushService(t: TestContext, { key, cert }: Certificate) {
	const pushed: Pushed[] = [];
	/** What is answered to the next requests; 201 when none is left. */
	const answers: number[] = [];
	let attempts = 0;
	const decrypts = new Map<string, (body: Buffer) => DeskPush>();
	const server = createServer({ key, cert }, (request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			attempts += 1;
			const status = answers.shift() ?? 201;
			const to = (request.url ?? '').slice(1);
			const decrypt = decrypts.get(to);
			if (status === 201 && decrypt) pushed.push({ ...decrypt(Buffer.concat(chunks)), to, headers: request.headers });
			response.writeHead(status).end();
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	t.after(() => {
		server.close();
		server.closeAllConnections();
	});
	const { port } = server.address() as AddressInfo;
	return {
		pushed,
		answers,
		attempts: () => attempts,
		/** What the browser says of its subscription. */
		subscribe(name: string) {
			const own = createECDH('prime256v1');
			const publicKey = own.generateKeys();
			const auth = randomBytes(16);
			decrypts.set(name, (body) => {
				const salt = body.subarray(0, 16);
				const idLength = body[20] ?? 0;
				const senderKey = body.subarray(21, 21 + idLength);
				const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, senderKey]);
				// RFC 8291, section 3.4.
				const secret = Buffer.from(hkdfSync('sha256', own.computeSecret(senderKey), auth, info, 32));
				const derive = (what: string, length: number) =>
					Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${what}\0`, length));
				const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
				decipher.setAuthTag(body.subarray(-16));
				const padded = Buffer.concat([decipher.update(body.subarray(21 + idLength, -16)), decipher.final()]);
				return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString()) as DeskPush;
			});
			return {
				endpoint: `https://127.0.0.1:${port}/${name}`,
				p256dh: publicKey.toString('base64url'),
				auth: auth.toString('base64url'),
			};
		},
	};
}
