/**
 * Files under their keys as private objects of a bucket. Only this server reads them, and serves
 * them like those of the folder.
 */
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import http, { type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import https from 'node:https';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import aws4 from 'aws4';
import { MINUTE } from '#protocol/base/duration.ts';
import { describeError } from '../base/describeError.ts';
import { createRecentReader } from '../base/recentReader.ts';
import type { S3Bucket } from '../base/s3Bucket.ts';
import { StorageAway, type Storage } from './storage.ts';

/**
 * Milliseconds for which nothing may move on a connection: requests that need the storage are
 * answered within 5 s all the same.
 */
const SILENCE_MAX = 3_000;
/**
 * Milliseconds for which a file may be read without a byte, since its reader sets the pace, who may
 * be slow.
 */
const READING_SILENCE_MAX = 5 * MINUTE;
/**
 * Milliseconds for which a bucket that has answered counts as there: anybody may ask `/readyz`, and
 * its provider counts the requests.
 */
const CHECK_AGE = 2_000;
/** It is no file's key. */
const ABSENT = 'absent';

export function createS3Storage(bucket: S3Bucket): Storage {
	const send = createSender(bucket);

	/** The answer, whose body has to be read; undefined where there is no such object. */
	const ask = async (...[method, key, sent]: Parameters<typeof send>): Promise<IncomingMessage | undefined> => {
		try {
			const answer = await send(method, key, sent);
			const { statusCode = 0 } = answer;
			if (statusCode >= 200 && statusCode < 300) return answer;
			const [, code = ''] = /<Code>(\w+)<\/Code>/.exec(await text(answer)) ?? [];
			const isAbsent = statusCode === 404 && (code === 'NoSuchKey' || method === 'HEAD');
			if (isAbsent && method !== 'PUT') return undefined;
			throw new Error(`it answers ${statusCode}${code && ` ${code}`}`);
		} catch (error) {
			throw new StorageAway(`S3: ${describeError(error)}`, { cause: error });
		}
	};

	return {
		kind: 's3',

		async keep({ path, byteSize, checksum }, key) {
			// S3 refuses bytes that do not have the checksum.
			const headers = { 'Content-Length': byteSize, 'Content-MD5': checksum };
			const answer = await ask('PUT', key, { headers, body: createReadStream(path) });
			answer?.resume();
			await rm(path, { force: true });
		},

		async read(key, part) {
			const answer = await ask('GET', key, part && { headers: { Range: `bytes=${part.first}-${part.last}` } });
			answer?.socket.setTimeout(READING_SILENCE_MAX);
			return answer;
		},

		async has(key) {
			const answer = await ask('HEAD', key);
			answer?.resume();
			return answer !== undefined;
		},

		async remove(key) {
			(await ask('DELETE', key))?.resume();
		},

		check: createRecentReader(async () => void (await ask('GET', ABSENT))?.destroy(), CHECK_AGE),
	};
}

interface Sent {
	headers?: OutgoingHttpHeaders;
	body?: Readable;
}

/**
 * Sends signed requests for objects of the bucket. They fail where nothing moves on their
 * connection for `SILENCE_MAX`.
 */
function createSender({ origin, path, region, accessKeyId, secretAccessKey }: S3Bucket) {
	const { request, Agent } = origin.startsWith('https:') ? https : http;
	// What is not used is closed before the storage closes it, since a request on a connection that
	// is being closed fails.
	const agent = new Agent({ keepAlive: true, timeout: SILENCE_MAX });
	const { host } = new URL(origin);
	return async (method: 'DELETE' | 'GET' | 'HEAD' | 'PUT', key: string, { headers, body }: Sent = {}) => {
		const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
		const signed = aws4.sign(
			{
				method,
				host,
				path: path + key,
				service: 's3',
				region,
				// The signature would need the hash of the whole body before it is sent.
				headers: { ...headers, ...(body && { 'X-Amz-Content-Sha256': 'UNSIGNED-PAYLOAD' }) },
			},
			{ accessKeyId, secretAccessKey },
		);
		const sending = request(origin, { method, path: path + key, headers: signed.headers ?? {}, agent });
		sending.setTimeout(SILENCE_MAX, () => sending.destroy(new Error('it does not answer')));
		sending.on('response', resolve).on('error', reject);
		if (body) {
			body.on('error', (error) => sending.destroy(error)).pipe(sending);
			sending.on('close', () => body.destroy());
		} else sending.end();
		return promise;
	};
}
