/** Access tokens as their owners see them, without the token itself. */
import type { AccessToken } from '#protocol/application/accessTokenRoutes.ts';
import type { AccessToken as AccessTokenRow } from '../store/tables/schema.ts';
import { seconds } from './times.ts';

export function presentAccessToken(row: AccessTokenRow): AccessToken {
	const orNull = (time: number | null) => (time === null ? null : seconds(time));
	return {
		id: row.id,
		name: row.name,
		last_four: row.last_four,
		created_at: seconds(row.created_at),
		last_used_at: orNull(row.last_used_at),
		expires_at: orNull(row.expires_at),
	};
}
