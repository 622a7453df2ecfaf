import { plural, t } from '@lingui/core/macro';
import { MINUTE } from '#protocol/base/duration.ts';

/**
 * @param wait milliseconds until the server takes another attempt; undefined where it did not say
 */
export function describeTooMany(wait: number | undefined): string {
	if (wait === undefined) return t`Too many attempts. Wait a few minutes and try again.`;
	const minutes = Math.max(1, Math.ceil(wait / MINUTE));
	return t`Too many attempts. Try again in ${plural(minutes, { one: '# minute', other: '# minutes' })}.`;
}
