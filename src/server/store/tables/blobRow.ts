/**
 * What is stored about every file; the bytes are in the storage under `key`. A row begins
 * unclaimed, even once its bytes have arrived; one message claims it, once. Rows that are not
 * claimed within a day are deleted.
 */
export interface BlobRow {
	id: number;
	/** 32 hexadecimal digits from the system's random source; unique. */
	key: string;
	/** The name as shown (see `displayName`). */
	filename: string;
	/** The announced type until the bytes have arrived, then the recognised one. */
	content_type: string;
	/** Bytes. */
	byte_size: number;
	/** MD5 in base64, like the wire's checksum. */
	checksum: string;
	/** Pixels of an image as it is shown; null when unknown. */
	width: number | null;
	height: number | null;
	/** Milliseconds since the epoch, like all times here; null until the bytes have arrived. */
	stored_at: number | null;
	/** When a message claimed it. */
	claimed_at: number | null;
	created_at: number;
	/**
	 * The account whose articles may show it, and whose help centres so show it to everyone; null
	 * for every other file.
	 */
	article_account_id: number | null;
}

export interface StoredBlob {
	blob: BlobRow;
	/**
	 * False where the bytes had arrived already: true for exactly one of those that come at the
	 * same moment.
	 */
	isFirst: boolean;
}

export interface Blobs {
	insert(
		blob: Pick<BlobRow, 'key' | 'filename' | 'content_type' | 'byte_size' | 'checksum' | 'created_at'>,
	): Promise<BlobRow>;
	findByKey(key: string): Promise<BlobRow | undefined>;
	/**
	 * Records that the bytes have arrived, and their type. The first record stays; undefined when
	 * there is no such row.
	 */
	markStored(
		id: number,
		facts: Pick<BlobRow, 'content_type' | 'width' | 'height' | 'stored_at'>,
	): Promise<StoredBlob | undefined>;
	/**
	 * Within a message's transaction: true for exactly one caller, and only once the bytes have
	 * arrived.
	 */
	claim(id: number, claimedAt: number): Promise<boolean>;
	/** The file is no longer needed: it is deleted like one that was never claimed. */
	release(key: string): Promise<void>;
	/** Allows articles of the account to show it; false where a message has claimed it. */
	publish(id: number, accountId: number): Promise<boolean>;
	/** An article shows it, where it is for those of the account: it stays. */
	claimPublished(key: string, accountId: number, claimedAt: number): Promise<void>;
	/** No article shows it: it is deleted like one that was never claimed. */
	releasePublished(key: string, accountId: number): Promise<void>;
	/** True unless a message has claimed it; from then on none can. */
	withdraw(id: number): Promise<boolean>;
	delete(id: number): Promise<void>;
	/** Of those that messages have taken. */
	listNewestClaimed(limit: number): Promise<BlobRow[]>;
	/** Files whose bytes have arrived: those with the lowest ids above `after`. */
	listStored(after: number, limit: number): Promise<BlobRow[]>;
	/** At most `limit`, oldest first. */
	listUnclaimed(createdBefore: number, limit: number): Promise<BlobRow[]>;
}
