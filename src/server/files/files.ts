/** Taking files in, by a form or by a direct upload, and finding them again. */
import { randomBytes } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { ALLOWED_FILE_TYPES, FILE_SIZE_MAX, isAllowedFileType } from '#protocol/attachments.ts';
import { DAY } from '#protocol/duration.ts';
import { Problem } from '../base/problem.ts';
import type { BlobRow, Blobs } from '../store/blobRow.ts';
import { displayName } from './fileName.ts';
import { parseType, recogniseType, type Claim } from './fileType.ts';
import { readImageSize } from './imageSize.ts';
import { createSignedIds, type Purpose } from './signedIds.ts';
import { createStorage, type Received } from './storage.ts';

export interface FilesOptions {
	blobs: Blobs;
	dataDir: string;
	secretKey: string;
	/** Where visitors and agents reach this server, without a slash at the end; '' makes addresses relative to it. */
	baseUrl: string;
	/** Bytes that stay free on the disk: with fewer no file is taken. */
	diskFloor: number;
}

/** Which files are taken. */
export interface FileRules {
	/** MIME types; a `/*` stands for the whole kind. */
	types: readonly string[];
	/** Bytes of one file. */
	sizeMax: number;
	/** Is told the bytes of each file before it is kept, and throws when the sender has sent enough. */
	spend?: (bytes: number) => Promise<void>;
}

/** Where no channel says otherwise. */
export const GENERAL_RULES: FileRules = { types: ALLOWED_FILE_TYPES, sizeMax: FILE_SIZE_MAX };

/** A file that a direct upload announces (docs/wire.md, Attachments). */
export interface Announcement extends Claim {
	/** Bytes. */
	byteSize: number;
	/** MD5 in base64. */
	checksum: string;
}

export interface Files {
	/** See FilesOptions. */
	readonly baseUrl: string;
	/**
	 * Takes a file of a form. It is unclaimed until a message takes it.
	 * Throws FILE_TOO_BIG or FILE_TYPE_NOT_SUPPORTED, NO_ROOM_FOR_FILES, and whatever `source` or `rules.spend` fails
	 * with; then nothing stays.
	 */
	upload(source: Readable, claim: Claim, rules?: FileRules): Promise<BlobRow>;
	/** Begins a direct upload. Throws a problem, and what `rules.spend` throws when what is announced would not be taken. */
	announce(announcement: Announcement, rules?: FileRules): Promise<BlobRow>;
	/**
	 * Takes the bytes of a direct upload; harmless when repeated. Throws NOT_FOUND when `uploadId` is forged or too old, and
	 * FILE_CONTENT_MISMATCH when these are other bytes, or FILE_TYPE_NOT_SUPPORTED when they are of another type than announced.
	 */
	receive(uploadId: string, source: Readable): Promise<void>;
	/** Undefined when the id is forged, or the file gone or not complete. */
	findByAddress(addressId: string): Promise<BlobRow | undefined>;
	/**
	 * The file that a message is to take; the message's transaction then claims it (`Blobs.claim`). Throws
	 * FILE_NOT_AVAILABLE, or FILE_TOO_BIG or FILE_TYPE_NOT_SUPPORTED when the rules do not let it in.
	 */
	findAttachable(signedId: string, rules?: FileRules): Promise<BlobRow>;
	sign(purpose: Purpose, blob: BlobRow): string;
	/** The bytes, for reading; undefined when they are gone. The caller closes it. */
	open(blob: BlobRow): Promise<FileHandle | undefined>;
	/** Bytes first: a deleted file must not survive an interruption. */
	remove(blob: BlobRow): Promise<void>;
	/** Removes what no message took within a day. To be called now and then, such as every hour; several processes may. */
	cleanUp(): Promise<void>;
}

/** A visitor has this long to finish an upload and send the message. */
const UNCLAIMED_LIFETIME = DAY;
const CLEAN_UP_BATCH = 100;

export function createFiles({ blobs, dataDir, secretKey, baseUrl, diskFloor }: FilesOptions): Files {
	const storage = createStorage(dataDir, diskFloor);
	const signedIds = createSignedIds(secretKey);

	/** Looks at what has arrived, and keeps it under the key of `blob` if it may be. */
	async function store(blob: BlobRow, received: Received, type: string): Promise<BlobRow> {
		const size = await withFile(received.path, (file) => readImageSize(file, type));
		await storage.keep(received, blob.key);
		const stored = await blobs.markStored(blob.id, {
			content_type: type,
			width: size?.width ?? null,
			height: size?.height ?? null,
			stored_at: Date.now(),
		});
		if (stored) return stored;
		// Cleaned up meanwhile.
		await storage.remove(blob.key);
		throw new Problem({ code: 'NOT_FOUND' });
	}

	const recognise = (received: Received, claim: Claim) =>
		withFile(received.path, (file) => recogniseType(received.path, file, claim));

	async function findByReference(purpose: Purpose, signedId: string): Promise<BlobRow | undefined> {
		const key = signedIds.verify(purpose, signedId);
		return key === undefined ? undefined : blobs.findByKey(key);
	}

	const insert = ({ name, contentType, byteSize, checksum }: Announcement) =>
		blobs.insert({
			key: randomBytes(16).toString('hex'),
			filename: displayName(name),
			content_type: contentType,
			byte_size: byteSize,
			checksum,
			created_at: Date.now(),
		});

	return {
		baseUrl,

		async upload(source, claim, rules = GENERAL_RULES) {
			const received = await storage.receive(source, rules.sizeMax);
			return orDiscard(received, async () => {
				const named = { ...claim, name: displayName(claim.name) };
				const type = await recognise(received, named);
				if (!isAllowedFileType(type, rules.types)) throw new Problem({ code: 'FILE_TYPE_NOT_SUPPORTED' });
				await rules.spend?.(received.byteSize);
				return store(await insert({ ...named, ...received, contentType: type }), received, type);
			});
		},

		async announce(announcement, rules = GENERAL_RULES) {
			if (announcement.byteSize > rules.sizeMax) throw new Problem({ code: 'FILE_TOO_BIG' });
			const type = parseType(announcement.contentType);
			if (type !== undefined && !isAllowedFileType(type, rules.types))
				throw new Problem({ code: 'FILE_TYPE_NOT_SUPPORTED' });
			await storage.requireRoom();
			await rules.spend?.(announcement.byteSize);
			return insert(announcement);
		},

		async receive(uploadId, source) {
			const blob = await findByReference('upload', uploadId);
			if (!blob || blob.created_at < Date.now() - UNCLAIMED_LIFETIME) throw new Problem({ code: 'NOT_FOUND' });
			const received = await storage.receive(source, blob.byte_size).catch((error: unknown) => {
				throw error instanceof Problem && error.isAboutFile() ? new Problem({ code: 'FILE_CONTENT_MISMATCH' }) : error;
			});
			await orDiscard(received, async () => {
				const isAnnounced = received.byteSize === blob.byte_size && received.checksum === blob.checksum;
				if (!isAnnounced) throw new Problem({ code: 'FILE_CONTENT_MISMATCH' });
				// The first bytes stay, also those that came meanwhile: MD5 keeps nobody from making others with the same checksum.
				const current = await blobs.findByKey(blob.key);
				if (current && isStored(current)) return storage.discard(received);
				// Whether it is taken was asked when it was announced, and will be when a message is to have it: channels differ.
				const claim = { name: blob.filename, contentType: blob.content_type };
				await store(blob, received, await recognise(received, claim));
			});
		},

		async findByAddress(addressId) {
			const blob = await findByReference('address', addressId);
			return blob && isStored(blob) ? blob : undefined;
		},

		async findAttachable(signedId, rules = GENERAL_RULES) {
			const blob = await findByReference('attachment', signedId);
			if (!blob || !isStored(blob) || blob.claimed_at !== null) throw new Problem({ code: 'FILE_NOT_AVAILABLE' });
			if (blob.byte_size > rules.sizeMax) throw new Problem({ code: 'FILE_TOO_BIG' });
			if (!isAllowedFileType(blob.content_type, rules.types)) throw new Problem({ code: 'FILE_TYPE_NOT_SUPPORTED' });
			return blob;
		},

		sign: (purpose, blob) => signedIds.sign(purpose, blob.key),

		open: (blob) => storage.open(blob.key),

		async remove(blob) {
			await storage.remove(blob.key);
			await blobs.delete(blob.id);
		},

		async cleanUp() {
			const before = Date.now() - UNCLAIMED_LIFETIME;
			await storage.removeUnfinished(before);
			for (;;) {
				const batch = await blobs.listUnclaimed(before, CLEAN_UP_BATCH);
				for (const blob of batch) {
					// Row first: from here on no message can claim it.
					if (await blobs.deleteUnclaimed(blob.id)) await storage.remove(blob.key);
				}
				if (batch.length < CLEAN_UP_BATCH) return;
			}
		},
	};

	async function orDiscard<T>(received: Received, work: () => Promise<T>): Promise<T> {
		try {
			return await work();
		} catch (error) {
			await storage.discard(received);
			throw error;
		}
	}
}

function isStored(blob: BlobRow): boolean {
	return blob.stored_at !== null;
}

async function withFile<T>(path: string, read: (file: FileHandle) => Promise<T>): Promise<T> {
	const file = await open(path, 'r');
	try {
		return await read(file);
	} finally {
		await file.close();
	}
}
