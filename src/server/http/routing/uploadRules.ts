/** What a visitor may upload: the types that the channel allows, and a number of bytes per day. */
import { DAY } from '#protocol/base/duration.ts';
import { takeQuota } from './takeQuota.ts';
import { visitorFileRules } from '../../domain/messages/attach.ts';
import type { Visitor } from '../../domain/contacts/visitor.ts';
import type { FileRules, UploadQuota } from '../../files/files.ts';
import type { Quotas } from '../../quotas/quotas.ts';

export function uploadRules({ channel, session }: Visitor): FileRules {
	return { ...visitorFileRules(channel), sender: session.id };
}

/** `max`: bytes of files that one visitor may store within a day. */
export function createUploadQuota(quotas: Quotas, max: number): UploadQuota {
	const quota = { name: 'upload', max, timeWindow: DAY };
	const take = (who: number, bytes: number) => takeQuota(quotas, { quota, who }, bytes);
	const giveBack = (who: number, bytes: number) => quotas.giveBack(quota, who, bytes);
	return {
		take,
		giveBack,
		async require(who, bytes) {
			await take(who, bytes);
			await giveBack(who, bytes);
		},
	};
}
