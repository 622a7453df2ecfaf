/** What a visitor may upload: the types that the channel allows, and a number of bytes per day. */
import { DAY } from '#protocol/duration.ts';
import { takeQuota } from './takeQuota.ts';
import { visitorFileRules } from '../domain/attach.ts';
import type { Visitor } from '../domain/visitor.ts';
import type { FileRules } from '../files/files.ts';
import type { Services } from '../services/services.ts';

export function uploadRules({ quotas, uploadsPerDay }: Services, { channel, session }: Visitor): FileRules {
	const quota = { name: 'upload', max: uploadsPerDay, timeWindow: DAY };
	return {
		...visitorFileRules(channel),
		spend: (bytes) => takeQuota(quotas, { quota, who: session.id }, bytes),
	};
}
