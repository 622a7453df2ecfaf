/** What the tests use of the package, which has no types of its own. */
declare module '@20minutes/s3rver' {
	import type { RequestListener } from 'node:http';

	export default class S3rver {
		constructor(options: { directory: string; silent: boolean; configureBuckets: readonly { name: string }[] });
		configureBuckets(): Promise<void>;
		callback(): RequestListener;
	}
}
