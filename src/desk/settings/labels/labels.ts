/** The labels that the team gives its conversations. */
import { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import { loadAccount } from '../../account/account.ts';
import { createCollection } from '../parts/createCollection.ts';

export const labels = createCollection({
	list: applicationRoutes.listLabels,
	itemsOf: ({ payload }) => payload,
	create: applicationRoutes.createLabel,
	update: applicationRoutes.updateLabel,
	remove: applicationRoutes.deleteLabel,
	after: loadAccount,
});
