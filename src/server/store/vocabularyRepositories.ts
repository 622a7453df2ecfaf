/** The repositories of what a team has agreed to write and to record. */
import { createAttributeDefinitions } from './attributeDefinitions.ts';
import { createCannedResponses } from './cannedResponses.ts';
import { createLabels } from './labels.ts';

export const vocabularyRepositories = {
	labels: createLabels,
	attributeDefinitions: createAttributeDefinitions,
	cannedResponses: createCannedResponses,
};
