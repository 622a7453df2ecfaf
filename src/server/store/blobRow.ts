/**
 * What is known of every file: the contract that the store fulfils. The bytes lie in the storage under `key`. A row begins
 * unclaimed, also when its bytes have arrived; a message claims it, once. What nobody claims is cleaned up after a day.
 */
export interface BlobRow {
	id: number;
	/** 32 hexadecimal digits from the system's random source; unique. */
	key: string;
	/** As shown (see `displayName`). */
	filename: string;
	/** As announced until the bytes have arrived, then as recognised from them. */
	content_type: string;
	/** Bytes. */
	byte_size: number;
	/** MD5 in base64, as the wire has it. */
	checksum: string;
	/** Pixels of an image as it is shown; null when unknown. */
	width: number | null;
	height: number | null;
	/** Milliseconds since the epoch, as every time here; null until the bytes have arrived. */
	stored_at: number | null;
	/** When a message took it. */
	claimed_at: number | null;
	created_at: number;
}

export interface Blobs {
	insert(
		blob: Pick<BlobRow, 'key' | 'filename' | 'content_type' | 'byte_size' | 'checksum' | 'created_at'>,
	): Promise<BlobRow>;
	findByKey(key: string): Promise<BlobRow | undefined>;
	/** Notes that the bytes have arrived, and what they are. The first note stays; undefined when there is no such row. */
	markStored(
		id: number,
		facts: Pick<BlobRow, 'content_type' | 'width' | 'height' | 'stored_at'>,
	): Promise<BlobRow | undefined>;
	/** For a message's transaction: true for exactly one caller, and only when the bytes have arrived. */
	claim(id: number, claimedAt: number): Promise<boolean>;
	/** Whether it was still unclaimed, and is now gone. */
	deleteUnclaimed(id: number): Promise<boolean>;
	delete(id: number): Promise<void>;
	/** At most `limit`, oldest first. */
	listUnclaimed(createdBefore: number, limit: number): Promise<BlobRow[]>;
}
