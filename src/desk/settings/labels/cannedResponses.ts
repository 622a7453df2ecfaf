/** The texts that agents insert by a short code. */
import { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import { createCollection } from '../parts/createCollection.ts';

export const cannedResponses = createCollection({
	list: applicationRoutes.listCannedResponses,
	itemsOf: (byShortCode) => byShortCode,
	create: applicationRoutes.createCannedResponse,
	update: applicationRoutes.updateCannedResponse,
	remove: applicationRoutes.deleteCannedResponse,
});
