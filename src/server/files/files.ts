/** Stores files from forms and direct uploads, and finds them again. */
import { randomBytes } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { ALLOWED_FILE_TYPES, FILE_SIZE_MAX, isAllowedFileType } from '#protocol/entities/attachments.ts';
import { DAY, MINUTE } from '#protocol/base/duration.ts';
import { inParallel } from '../base/inParallel.ts';
import { Problem } from '../base/problem.ts';
import type { SecretKeys } from '../base/secretKey.ts';
import type { BlobRow, Blobs, StoredBlob } from '../store/tables/blobRow.ts';
import { displayName } from './fileName.ts';
import { parseType, recogniseType, type Claim } from './fileType.ts';
import { readImageSize } from './imageSize.ts';
import { type Incoming, createIncoming } from './incoming.ts';
import { type Part, type Received, type Storage, StorageAway } from './storage.ts';
import { createSignedIds, type Purpose } from './signedIds.ts';

export interface FilesOptions {
	blobs: Blobs;
	storage: Storage;
	/** Has the files in it that are arriving, whichever the storage. */
	dataDir: string;
	secretKeys: SecretKeys;
	/**
	 * Address at which visitors and agents reach this server, without a slash at the end; '' makes
	 * the files' addresses relative.
	 */
	baseUrl: string;
	/** Bytes that have to stay free on the disk: with less, no file is stored. */
	diskFloor: number;
	/** Days for which an address of a file is valid at least; see `lastDayOf`. */
	linkDays: number;
	/** Undefined: a sender may store any number of bytes. */
	uploadQuota?: UploadQuota;
}

/** Limits how many bytes one sender may store. */
export interface UploadQuota {
	/**
	 * Throws what refuses the sender where less is left; what it uses to find that out is given
	 * back at once.
	 */
	require(sender: number, bytes: number): Promise<void>;
	/** The same, and uses them. */
	take(sender: number, bytes: number): Promise<void>;
	giveBack(sender: number, bytes: number): Promise<void>;
}

/** The files that are accepted. */
export interface FileRules {
	/** MIME types; a `/*` stands for the whole kind. */
	types: readonly string[];
	/** Bytes of one file. */
	sizeMax: number;
	/**
	 * Id of the session whose quota the file counts on once it is stored; undefined: it counts on
	 * none.
	 */
	sender?: number;
}

/** Used where no channel sets rules. */
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
	 * Stores a file of a form. It is unclaimed until a message takes it. Throws FILE_TOO_BIG,
	 * FILE_TYPE_NOT_SUPPORTED or NO_ROOM_FOR_FILES, and what `source` or the quota throws; nothing
	 * is stored then.
	 */
	upload(source: Readable, claim: Claim, rules?: FileRules): Promise<BlobRow>;
	/**
	 * Begins a direct upload. Throws a problem if the announced file would be refused, and what the
	 * quota throws.
	 */
	announce(announcement: Announcement, rules?: FileRules): Promise<BlobRow>;
	/**
	 * Stores the bytes of a direct upload; it can be repeated. Throws NOT_FOUND when `uploadId` is
	 * forged or too old, FILE_CONTENT_MISMATCH when the bytes are not the announced ones,
	 * FILE_TYPE_NOT_SUPPORTED when their type is not, and what the quota throws.
	 */
	receive(uploadId: string, source: Readable): Promise<void>;
	/** Undefined when the id is forged or has expired, or the file is deleted or incomplete. */
	findByAddress(addressId: string): Promise<BlobRow | undefined>;
	/**
	 * The file that a message shall take; the message's transaction then claims it (`Blobs.claim`).
	 * Throws FILE_NOT_AVAILABLE, or FILE_TOO_BIG or FILE_TYPE_NOT_SUPPORTED when the rules do not
	 * allow it.
	 */
	findAttachable(signedId: string, rules?: FileRules): Promise<BlobRow>;
	/** `sender`: see FileRules; for `upload`. */
	sign(purpose: Purpose, blob: BlobRow, sender?: number): string;
	/**
	 * The bytes of the file; undefined when they are gone. The caller has to read the stream or to
	 * destroy it.
	 */
	read(blob: BlobRow, part?: Part): Promise<Readable | undefined>;
	/**
	 * Deletes files that belong to no message. The bytes go before the row, so that none are left
	 * over if it is interrupted: the clean-up does the rest then, as it does while the storage is
	 * away.
	 */
	remove(unowned: readonly BlobRow[]): Promise<void>;
	/**
	 * Deletes files that no message has taken within a day. It should be called regularly, such as
	 * every hour; several processes may.
	 */
	cleanUp(): Promise<void>;
	/** How many of the newest files of messages are not in the storage. */
	countMissing(): Promise<number>;
	/** See `Storage`. */
	readonly storedIn: Storage['kind'];
	/** See `Storage.check`. */
	readonly checkStorage: Storage['check'];
	readonly freeBytes: Incoming['freeBytes'];
}

/** Milliseconds that a visitor has to finish an upload and send the message. */
const UNCLAIMED_LIFETIME = DAY;
/**
 * Milliseconds within which bytes that have arrived are stored, and a message has taken the file
 * that it was allowed to take.
 */
const CLAIM_TIME = MINUTE;
const CLEAN_UP_BATCH = 100;
/** Files that are looked for when the storage is checked. */
const CHECKED = 20;

export function createFiles(options: FilesOptions): Files {
	const { blobs, storage, dataDir, secretKeys, baseUrl, diskFloor, linkDays, uploadQuota } = options;
	const incoming = createIncoming(dataDir, diskFloor);
	const signedIds = createSignedIds(secretKeys);

	/** Checks a received file, and stores it under the key of `blob` if it is accepted. */
	async function store(blob: BlobRow, received: Received, type: string): Promise<StoredBlob> {
		const size = await withFile(received.path, (file) => readImageSize(file, type));
		await storage.keep(received, blob.key);
		const stored = await blobs.markStored(blob.id, {
			content_type: type,
			width: size?.width ?? null,
			height: size?.height ?? null,
			stored_at: Date.now(),
		});
		if (stored) return stored;
		// The row was deleted while the file was received.
		await storage.remove(blob.key);
		throw new Problem({ code: 'NOT_FOUND' });
	}

	const recognise = (received: Received, claim: Claim) =>
		withFile(received.path, (file) => recogniseType(received.path, file, claim));

	/**
	 * Counts the bytes on the sender's quota, unless `work` does not store them, or another request
	 * was faster.
	 */
	async function counting(
		sender: number | undefined,
		bytes: number,
		work: () => Promise<StoredBlob>,
	): Promise<BlobRow> {
		if (sender === undefined || !uploadQuota) return (await work()).blob;
		await uploadQuota.take(sender, bytes);
		let isCounted = false;
		try {
			const { blob, isFirst } = await work();
			isCounted = isFirst;
			return blob;
		} finally {
			if (!isCounted) await uploadQuota.giveBack(sender, bytes);
		}
	}

	async function findByReference(purpose: Purpose, signedId: string): Promise<BlobRow | undefined> {
		const signed = signedIds.verify(purpose, signedId);
		const blob = signed && (await blobs.findByKey(signed.key));
		if (!blob || purpose !== 'address') return blob;
		// Addresses from before version 0.2.0 name no day: they are valid as long as one from the
		// file's first day.
		const { lastDay = lastDayOf(blob.created_at) } = signed;
		return lastDay < dayOf(Date.now()) ? undefined : blob;
	}

	/**
	 * The last day of an address that is made at this time: after one to two times `linkDays`. All
	 * addresses of a file that are made within such a time are the same, so that browsers keep what
	 * they have loaded.
	 */
	function lastDayOf(time: number): number {
		return (Math.floor(dayOf(time) / linkDays) + 2) * linkDays - 1;
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
			const received = await incoming.receive(source, rules.sizeMax);
			return orDiscard(received, async () => {
				const named = { ...claim, name: displayName(claim.name) };
				const type = await recognise(received, named);
				if (!isAllowedFileType(type, rules.types)) throw new Problem({ code: 'FILE_TYPE_NOT_SUPPORTED' });
				return counting(rules.sender, received.byteSize, async () =>
					store(await insert({ ...named, ...received, contentType: type }), received, type),
				);
			});
		},

		async announce(announcement, rules = GENERAL_RULES) {
			if (announcement.byteSize > rules.sizeMax) throw new Problem({ code: 'FILE_TOO_BIG' });
			const type = parseType(announcement.contentType);
			if (type !== undefined && !isAllowedFileType(type, rules.types))
				throw new Problem({ code: 'FILE_TYPE_NOT_SUPPORTED' });
			await incoming.requireRoom();
			if (rules.sender !== undefined) await uploadQuota?.require(rules.sender, announcement.byteSize);
			return insert(announcement);
		},

		async receive(uploadId, source) {
			const blob = await findByReference('upload', uploadId);
			if (!blob || isOld(blob)) throw new Problem({ code: 'NOT_FOUND' });
			const received = await incoming.receive(source, blob.byte_size).catch((error: unknown) => {
				throw error instanceof Problem && error.isAboutFile() ? new Problem({ code: 'FILE_CONTENT_MISMATCH' }) : error;
			});
			await orDiscard(received, async () => {
				const isAnnounced = received.byteSize === blob.byte_size && received.checksum === blob.checksum;
				if (!isAnnounced) throw new Problem({ code: 'FILE_CONTENT_MISMATCH' });
				// The first bytes stay, even if others came at the same time: MD5 does not prevent
				// others with the same checksum.
				const current = await blobs.findByKey(blob.key);
				if (current && isStored(current)) return incoming.discard(received);
				if (isOld(blob, CLAIM_TIME)) throw new Problem({ code: 'NOT_FOUND' });
				// The channel's rules were checked when the file was announced, and are checked
				// again when a message takes it, since channels differ.
				const claim = { name: blob.filename, contentType: blob.content_type };
				const type = await recognise(received, claim);
				const sender = signedIds.verify('upload', uploadId)?.sender;
				await counting(sender, received.byteSize, () => store(blob, received, type));
			});
		},

		async findByAddress(addressId) {
			const blob = await findByReference('address', addressId);
			return blob && isStored(blob) ? blob : undefined;
		},

		async findAttachable(signedId, rules = GENERAL_RULES) {
			const blob = await findByReference('attachment', signedId);
			const isThere = blob && isStored(blob) && blob.claimed_at === null && !isOld(blob, CLAIM_TIME);
			if (!isThere) throw new Problem({ code: 'FILE_NOT_AVAILABLE' });
			if (blob.byte_size > rules.sizeMax) throw new Problem({ code: 'FILE_TOO_BIG' });
			if (!isAllowedFileType(blob.content_type, rules.types)) throw new Problem({ code: 'FILE_TYPE_NOT_SUPPORTED' });
			return blob;
		},

		sign: (purpose, { key }, sender) =>
			signedIds.sign(purpose, purpose === 'address' ? { key, lastDay: lastDayOf(Date.now()) } : { key, sender }),

		read: (blob, part) => storage.read(blob.key, part),

		async remove(unowned) {
			try {
				await inParallel(unowned, async ({ id, key }) => {
					await storage.remove(key);
					await blobs.delete(id);
				});
			} catch (error) {
				if (!(error instanceof StorageAway)) throw error;
			}
		},

		async countMissing() {
			let missing = 0;
			await inParallel(await blobs.listNewestClaimed(CHECKED), async ({ key }) => {
				// Its message may have been deleted since.
				if (!(await storage.has(key)) && (await blobs.findByKey(key))?.claimed_at) missing += 1;
			});
			return missing;
		},

		storedIn: storage.kind,
		checkStorage: storage.check,
		freeBytes: incoming.freeBytes,

		async cleanUp() {
			const before = Date.now() - UNCLAIMED_LIFETIME;
			await incoming.removeUnfinished(before);
			for (;;) {
				const batch = await blobs.listUnclaimed(before, CLEAN_UP_BATCH);
				const failures: unknown[] = [];
				await inParallel(batch, async ({ id, key }) => {
					try {
						if (!(await blobs.withdraw(id))) return;
						await storage.remove(key);
						await blobs.delete(id);
					} catch (error) {
						// The others are not kept by one that cannot be deleted.
						failures.push(error);
					}
				});
				const isDone = batch.length < CLEAN_UP_BATCH || failures.length === batch.length;
				if (isDone && failures.length > 0) throw failures[0];
				if (isDone) return;
			}
		},
	};

	async function orDiscard<T>(received: Received, work: () => Promise<T>): Promise<T> {
		try {
			return await work();
		} catch (error) {
			await incoming.discard(received);
			throw error;
		}
	}
}

function dayOf(time: number): number {
	return Math.floor(time / DAY);
}

/** Whether a file that no message has taken is about to be deleted, or will be within `time`. */
function isOld({ created_at }: BlobRow, time = 0): boolean {
	return created_at < Date.now() - UNCLAIMED_LIFETIME + time;
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
