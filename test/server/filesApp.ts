/** A server with nothing but files, on a free port, with a folder and a table of its own. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import multipart from '@fastify/multipart';
import fastify from 'fastify';
import { fileRoutes } from '../../src/server/files/fileRoutes.ts';
import { createFiles, type Files } from '../../src/server/files/files.ts';
import { presentFileAttachment } from '../../src/server/files/presentFile.ts';
import { readForm } from '../../src/server/files/readForm.ts';
import { answerErrors } from '../../src/server/http/errors.ts';
import { openBlobTable, type BlobTable } from './filesBlobTable.ts';

export interface FilesApp {
	origin: string;
	port: number;
	files: Files;
	blobs: BlobTable;
	/** Names of everything below DATA_DIR/files. */
	listDisk(): Promise<string[]>;
	/** Sends files as the widget does; `POST /forms` answers the form that a route would see. */
	post(...parts: File[]): Promise<{ status: number; body: FormAnswer }>;
	/** Stores a file and gives the address of `data_url`. */
	store(part: File): Promise<string>;
}

interface FormAnswer {
	message?: string | { attachments: string[] };
	attributes?: string[];
}

export async function startFiles(t: TestContext): Promise<FilesApp> {
	const dataDir = await mkdtemp(join(tmpdir(), 'live-chat-files-'));
	const blobs = await openBlobTable();
	const files = createFiles({ blobs, dataDir, secretKey: 'a secret of this test' });
	const app = fastify({ forceCloseConnections: true });
	answerErrors(app);
	await app.register(multipart);
	await app.register(fileRoutes, { files });
	app.post('/forms', (request) => readForm(request, files));
	const origin = await app.listen({ port: 0, host: '127.0.0.1' });
	t.after(async () => {
		await app.close();
		await blobs.close();
		await rm(dataDir, { recursive: true });
	});

	const post: FilesApp['post'] = async (...parts) => {
		const form = new FormData();
		for (const part of parts) form.append('message[attachments][]', part);
		form.append('message[referer_url]', 'https://shop.example/');
		const response = await fetch(`${origin}/forms`, { method: 'POST', body: form });
		return { status: response.status, body: (await response.json()) as FormAnswer };
	};
	return {
		origin,
		port: (app.server.address() as AddressInfo).port,
		files,
		blobs,
		listDisk: async () =>
			(await readdir(join(dataDir, 'files'), { recursive: true })).filter((name) => name !== 'incoming'),
		post,
		async store(part) {
			const { body } = await post(part);
			const [signedId = ''] = typeof body.message === 'object' ? body.message.attachments : [];
			const blob = await files.findAttachable(signedId);
			return presentFileAttachment(files, blob, { id: 1, message_id: 2, account_id: 3 }, origin).data_url;
		},
	};
}
