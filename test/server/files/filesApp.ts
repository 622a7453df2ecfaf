/**
 * Servers with the files' routes only, on a free port, with a folder and a database of their own,
 * for each storage.
 */
import { mkdtemp, readdir, readlink, rm, stat } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, type TestContext } from 'node:test';
import multipart from '@fastify/multipart';
import Database from 'better-sqlite3';
import fastify from 'fastify';
import type { Blobs } from '../../../src/server/store/tables/blobRow.ts';
import { fileRoutes } from '../../../src/server/http/files/fileRoutes.ts';
import { readS3Bucket } from '../../../src/server/base/s3Bucket.ts';
import { createFiles, type Files } from '../../../src/server/files/files.ts';
import { createFolderStorage } from '../../../src/server/files/folderStorage.ts';
import { createS3Storage } from '../../../src/server/files/s3Storage.ts';
import type { Storage } from '../../../src/server/files/storage.ts';
import { presentFileAttachment } from '../../../src/server/present/file.ts';
import { readForm } from '../../../src/server/http/routing/readForm.ts';
import { answerErrors } from '../../../src/server/http/routing/errors.ts';
import { openStore } from '../../../src/server/store/store.ts';
import { startS3Server, type S3Server } from '../../support/s3Server.ts';

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
	/** Keys of the stored files, and names of those that are arriving. */
	listStored(): Promise<string[]>;
	/** What tells the stored file from another with the same bytes. */
	identify(key: string): Promise<number>;
	/** How many stored files are open. Only Linux tells that. */
	countOpen(): Promise<number>;
	/** Loses the bytes, as a disk does. */
	lose(key: string): Promise<void>;
	/**
	 * Sends files as the widget does; `POST /forms` answers the form in the form that a route gets.
	 */
	post(...parts: File[]): Promise<{ status: number; body: FormAnswer }>;
	/** Stores a file and resolves with the address in `data_url`. */
	store(part: File): Promise<string>;
}

interface FormAnswer {
	message?: string | { attachments: string[] };
	attributes?: string[];
}

export type StartFiles = (t: TestContext) => Promise<FilesApp>;

/** Defines the same tests for each storage. */
export function describeEachStorage(define: (startFiles: StartFiles) => void): void {
	describe('files in a folder', () => define(startFiles));

	describe('files on S3', () => {
		let server: S3Server;
		before(async () => (server = await startS3Server()));
		after(() => server.stop());
		define((t) => startWith(t, () => createBucket(server)));
	});
}

/** A storage, and where it has the files. */
interface Place {
	storage: Storage;
	folder: string;
	/** What the names on the disk have after the key. */
	ending: string;
	/** The process that opens the files. */
	pid: number;
}

function createFolder(dataDir: string): Place {
	return { storage: createFolderStorage(dataDir), folder: join(dataDir, 'files'), ending: '', pid: process.pid };
}

function createBucket(server: S3Server): Place {
	const { url, ...place } = server.createBucket();
	const bucket = readS3Bucket(url);
	if (!bucket) throw new Error(`${url} names no bucket`);
	return { storage: createS3Storage(bucket), ...place };
}

/** With files in a folder. */
export function startFiles(t: TestContext): Promise<FilesApp> {
	return startWith(t, createFolder);
}

async function startWith(t: TestContext, createPlace: (dataDir: string) => Place): Promise<FilesApp> {
	const dataDir = await mkdtemp(join(tmpdir(), 'live-chat-files-'));
	const { storage, folder, ending, pid } = createPlace(dataDir);
	const store = await openStore({ dataDir });
	const rows = new Database(join(dataDir, 'live-chat.sqlite'));
	const files = createFiles({
		blobs: store.blobs,
		storage,
		dataDir,
		secretKeys: ['a secret of this test'],
		baseUrl: '',
		diskFloor: 0,
		linkDays: LINK_DAYS,
	});
	const app = fastify({ forceCloseConnections: true });
	answerErrors(app);
	await app.register(multipart);
	await app.register(fileRoutes, {
		files,
		findPicture: async () => undefined,
		findArticlePicture: async () => undefined,
	});
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
		listStored: async () => [
			...(await readdir(folder).catch(() => []))
				.filter((name) => name !== 'incoming' && name.endsWith(ending))
				.map((name) => name.slice(0, name.length - ending.length)),
			...(await readdir(join(dataDir, 'files', 'incoming'))),
		],
		identify: async (key) => (await stat(join(folder, key + ending))).ino,
		async countOpen() {
			const links = (await readdir(`/proc/${pid}/fd`)).map((fd) => readlink(`/proc/${pid}/fd/${fd}`).catch(() => ''));
			return (await Promise.all(links)).filter((path) => path.startsWith(folder)).length;
		},
		lose: (key) => rm(join(folder, key + ending)),
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
