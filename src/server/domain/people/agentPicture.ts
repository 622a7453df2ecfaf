/**
 * The picture of an agent, which visitors and the team see (docs/application-api.md, Profile and
 * signing in).
 */
import { AVATAR_SIZE_MAX, AVATAR_TYPES } from '#protocol/base/limits.ts';
import { Problem } from '../../base/problem.ts';
import type { FileRules } from '../../files/files.ts';
import type { BlobRow } from '../../store/tables/blobRow.ts';
import type { User } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';
import { recordUser } from '../recordChange.ts';

/**
 * Unlike the address of a file it stays the same, and everyone who knows it may see the picture.
 */
export const AVATARS_PATH = '/avatars';

export const AVATAR_RULES: FileRules = { types: AVATAR_TYPES, sizeMax: AVATAR_SIZE_MAX };

/**
 * Takes the file, which `AVATAR_RULES` allow, for the person's picture. Throws FILE_NOT_AVAILABLE
 * where something else has taken it. `baseUrl`: address of the server, without a slash at the end;
 * '' makes the picture's address relative.
 */
export async function setPicture(store: Repositories, userId: number, file: BlobRow, baseUrl: string): Promise<void> {
	if (!(await store.blobs.claim(file.id, Date.now()))) throw new Problem({ code: 'FILE_NOT_AVAILABLE' });
	await setAvatar(store, userId, `${baseUrl}${AVATARS_PATH}/${file.key}`);
}

/** `avatarUrl`: '' for none. A person has the same picture in all accounts. */
export async function setAvatar(store: Repositories, userId: number, avatarUrl: string): Promise<void> {
	const before = await store.users.find(userId);
	await store.users.setAvatar(userId, avatarUrl);
	const key = before && keyOf(before);
	if (key !== undefined && before?.avatar_url !== avatarUrl) await store.blobs.release(key);
	await recordUser(store, userId, { before, after: await store.users.find(userId) });
}

/** The file with this key where it is a user's picture: no other file may be read by its key. */
export async function findPicture({ users, blobs }: Repositories, key: string): Promise<BlobRow | undefined> {
	if (!KEY.test(key) || !(await users.hasAvatar(`${AVATARS_PATH}/${key}`))) return undefined;
	return blobs.findByKey(key);
}

const KEY = /^[\da-f]{32}$/;

/** Undefined where the picture is on another server. */
function keyOf({ avatar_url }: User): string | undefined {
	const [path, key = ''] = avatar_url.split(`${AVATARS_PATH}/`);
	return path !== undefined && KEY.test(key) ? key : undefined;
}
