/** Pictures that are uploaded for articles (docs/application-api.md, Help centre). */
import { ARTICLE_PICTURES_PATH, listPictureKeys } from '#markdown/articlePictures.ts';
import { ARTICLE_PICTURE_SIZE_MAX, AVATAR_TYPES } from '#protocol/base/limits.ts';
import { Problem } from '../../base/problem.ts';
import type { FileRules } from '../../files/files.ts';
import type { BlobRow } from '../../store/tables/blobRow.ts';
import type { Repositories } from '../../store/store.ts';

export const ARTICLE_PICTURE_RULES: FileRules = { types: AVATAR_TYPES, sizeMax: ARTICLE_PICTURE_SIZE_MAX };

/**
 * Makes the file, which `ARTICLE_PICTURE_RULES` allow, a picture for the account's articles, and
 * answers its address. Without an article that shows it, it is deleted after a day.
 */
export async function publishPicture({ blobs }: Repositories, accountId: number, file: BlobRow): Promise<string> {
	if (!(await blobs.publish(file.id, accountId))) throw new Problem({ code: 'FILE_NOT_AVAILABLE' });
	return `${ARTICLE_PICTURES_PATH}/${file.key}`;
}

/**
 * Keeps the pictures that an article has from now on, and gives up those that no article of the
 * account has any more. The article has been stored by then.
 */
export async function keepPictures(
	{ articles, blobs }: Repositories,
	accountId: number,
	{ before = '', after = '' }: { before?: string; after?: string | undefined },
): Promise<void> {
	const [had, has] = [listPictureKeys(before), listPictureKeys(after)];
	for (const key of has) if (!had.has(key)) await blobs.claimPublished(key, accountId, Date.now());
	for (const key of had) {
		if (has.has(key) || (await articles.hasText(accountId, `${ARTICLE_PICTURES_PATH}/${key}`))) continue;
		await blobs.releasePublished(key, accountId);
	}
}

/**
 * The picture with this key, where it was uploaded for articles: no other file is read by its key.
 */
export async function findArticlePicture({ blobs }: Repositories, key: string): Promise<BlobRow | undefined> {
	const file = await blobs.findByKey(key);
	return file && file.article_account_id !== null && file.stored_at !== null ? file : undefined;
}
