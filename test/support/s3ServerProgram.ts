/**
 * Serves two buckets from the folder that it is told. It checks signatures, and lets strangers into
 * one of them only.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import S3rver from '@20minutes/s3rver';

const s3 = new S3rver({
	directory: process.argv[2] ?? '',
	silent: true,
	configureBuckets: [{ name: 'files' }, { name: 'open' }],
});
await s3.configureBuckets();
const serve = s3.callback();
const server = createServer((request, response) => {
	// The package lets everybody read.
	if (request.headers.authorization === undefined && !request.url?.startsWith('/open/')) response.writeHead(403).end();
	else serve(request, response);
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
process.send?.((server.address() as AddressInfo).port);
