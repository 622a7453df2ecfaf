/** A server with the files' routes only, on a free port, with a folder and a database of its own. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import multipart from '@fastify/multipart';
import Database from 'better-sqlite3';
import fastify from 'fastify';
import type { Blobs } from '../../src/server/store/blobRow.ts';
import { fileRoutes } from '../../src/server/http/files/fileRoutes.ts';
import { createFiles, type Files } from '../../src/server/files/files.ts';
import { presentFileAttachment } from '../../src/server/present/file.ts';
import { readForm } from '../../src/server/http/readForm.ts';
import { answerErrors } from '../../src/server/http/errors.ts';
import { openStore } from '../../src/server/store/store.ts';

/** Days for which addresses are valid at least. */
export const LINK_DAYS = 30;

export interface FilesApp {
	origin: string;
	port: number;
	dataDir: string;
	files: Files;
	blobs: Blobs;
	/** Changes the time at which a row was created. */
	date(id: number, createdAt: number): void;
	countBlobs(): number;
	/** Names of all files below DATA_DIR/files. */
	listDisk(): Promise<string[]>;
	/** Sends files as the widget does; `POST /forms` answers the form in the form that a route gets. */
	post(...parts: File[]): Promise<{ status: number; body: FormAnswer }>;
	/** Stores a file and resolves with the address in `data_url`. */
	store(part: File): Promise<string>;
}

interface FormAnswer {
	message?: string | { attachments: string[] };
	attributes?: string[];
}

export async function startFiles(t: TestContext): Promise<FilesApp> {
	const dataDir = await mkdtemp(join(tmpdir(), 'live-chat-files-'));
	const store = await openStore({ dataDir });
	const rows = new Database(join(dataDir, 'live-chat.sqlite'));
	const files = createFiles({
		blobs: store.blobs,
		dataDir,
		secretKeys: ['a secret of this test'],
		baseUrl: '',
		diskFloor: 0,
		linkDays: LINK_DAYS,
	});
	const app = fastify({ forceCloseConnections: true });
	answerErrors(app);
	await app.register(multipart);
	await app.register(fileRoutes, { files, findPicture: async () => undefined });
	app.post('/forms', (request) => readForm(request, files));
	const origin = await app.listen({ port: 0, host: '127.0.0.1' });
	t.after(async () => {
		await app.close();
		rows.close();
		await store.close();
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
		dataDir,
		files,
		blobs: store.blobs,
		date: (id, createdAt) => rows.prepare('update blobs set created_at = ? where id = ?').run(createdAt, id),
		countBlobs: () => Number(rows.prepare('select count(*) from blobs').pluck().get()),
		listDisk: async () =>
			(await readdir(join(dataDir, 'files'), { recursive: true })).filter((name) => name !== 'incoming'),
		post,
		async store(part) {
			const { body } = await post(part);
			const [signedId = ''] = typeof body.message === 'object' ? body.message.attachments : [];
			const blob = await files.findAttachable(signedId);
			const { data_url: address } = presentFileAttachment(files, blob, { id: 1, message_id: 2, account_id: 3 });
			return new URL(address, origin).href;
		},
	};
}
