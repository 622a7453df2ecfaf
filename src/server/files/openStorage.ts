import type { S3Bucket } from '../base/s3Bucket.ts';
import { createFolderStorage } from './folderStorage.ts';
import { createS3Storage } from './s3Storage.ts';
import type { Storage } from './storage.ts';

/** @param bucket undefined: the folder in `dataDir` */
export function openStorage(dataDir: string, bucket: S3Bucket | undefined): Storage {
	return bucket ? createS3Storage(bucket) : createFolderStorage(dataDir);
}
