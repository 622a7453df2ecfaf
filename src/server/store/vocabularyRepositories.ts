/** The repositories of what a team has agreed to write and to record. */
import type { Kysely } from 'kysely';
import { createAttributeDefinitions } from './attributeDefinitions.ts';
import { createCannedResponses } from './cannedResponses.ts';
import { createLabels } from './labels.ts';
import type { Database } from './schema.ts';

export function createVocabularyRepositories(db: Kysely<Database>) {
	return {
		labels: createLabels(db),
		attributeDefinitions: createAttributeDefinitions(db),
		cannedResponses: createCannedResponses(db),
	};
}
