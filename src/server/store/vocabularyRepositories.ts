/** The repositories of what a team has agreed to write and to record. */
import type { Kysely } from 'kysely';
import { createCannedResponses } from './cannedResponses.ts';
import { createLabels } from './labels.ts';
import type { Database } from './schema.ts';

export function createVocabularyRepositories(db: Kysely<Database>) {
	return {
		labels: createLabels(db),
		cannedResponses: createCannedResponses(db),
	};
}
