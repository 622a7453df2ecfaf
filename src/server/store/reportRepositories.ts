/** The repositories of what the team's reports say. */
import type { Kysely } from 'kysely';
import { createCsatResponses } from './csatResponses.ts';
import { createReportRows } from './reportRows.ts';
import type { Database } from './schema.ts';

export const reportRepositories = {
	csatResponses: createCsatResponses,
	reports: (_db: Kysely<Database>, reading: Kysely<Database>) => createReportRows(reading),
};
