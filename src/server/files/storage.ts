/**
 * Where the bytes of complete files are, by their keys: a folder (folderStorage.ts) or a bucket
 * (s3Storage.ts).
 */
import type { Readable } from 'node:stream';

/** A complete upload that has no key yet: give it to the storage, or discard it. */
export interface Received {
	path: string;
	/** Bytes. */
	byteSize: number;
	/** MD5 in base64. */
	checksum: string;
}

/** The first and the last byte of what is read, both included. */
export interface Part {
	first: number;
	last: number;
}

export interface Storage {
	readonly kind: 'folder' | 's3';
	/** Takes a complete upload. Once this resolves, it outlives a power failure. */
	keep(received: Received, key: string): Promise<void>;
	/**
	 * Undefined where there is no such file. The caller has to read the stream or to destroy it.
	 */
	read(key: string, part?: Part): Promise<Readable | undefined>;
	has(key: string): Promise<boolean>;
	/** Deletes the file if there is one. */
	remove(key: string): Promise<void>;
	/**
	 * Rejects where the storage does not answer. The folder has none: it is there as long as the
	 * process.
	 */
	check?: () => Promise<void>;
}

/**
 * The storage refuses or does not answer; the same may succeed later. The message is for the
 * operator.
 */
export class StorageAway extends Error {}
