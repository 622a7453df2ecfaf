/** A bucket of a storage that speaks S3, as `S3_URL` names it. */
export interface S3Bucket {
	/** Protocol, host and port. */
	origin: string;
	/** What comes before a file's key: `/` where the host names the bucket, else `/bucket/`. */
	path: string;
	region: string;
	accessKeyId: string;
	secretAccessKey: string;
}

/** The region of storages that have none. */
const DEFAULT_REGION = 'us-east-1';

/** Undefined where the address names no bucket or no key. */
export function readS3Bucket(address: string): S3Bucket | undefined {
	if (!URL.canParse(address)) return undefined;
	const { protocol, host, pathname, searchParams, username, password, hash } = new URL(address);
	const { region = DEFAULT_REGION, ...others } = Object.fromEntries(searchParams);
	const isWhole =
		/^https?:$/.test(protocol) &&
		// Nothing that a signature would have to escape.
		/^\/?([\w.-]+\/)*[\w.-]*$/.test(pathname) &&
		/^[\w-]+$/.test(region) &&
		Object.keys(others).length === 0 &&
		[username, password].every((part) => part !== '' && isEncoded(part)) &&
		hash === '';
	if (!isWhole) return undefined;
	return {
		origin: `${protocol}//${host}`,
		path: pathname.endsWith('/') ? pathname : `${pathname}/`,
		region,
		accessKeyId: decodeURIComponent(username),
		secretAccessKey: decodeURIComponent(password),
	};
}

function isEncoded(text: string): boolean {
	return !/%(?![\da-f]{2})/i.test(text);
}
