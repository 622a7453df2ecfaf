/** The desk sessions of a person, one per browser. */
import type { DeskSession } from '#protocol/application/deskSessionRoutes.ts';
import type { DeskSession as DeskSessionRow } from '../store/tables/schema.ts';
import { seconds } from './times.ts';

export function presentDeskSession(row: DeskSessionRow, isCurrent: boolean): DeskSession {
	return {
		id: row.id,
		device: row.device,
		created_at: seconds(row.created_at),
		last_used_at: seconds(row.last_used_at),
		expires_at: seconds(row.expires_at),
		current: isCurrent,
	};
}
