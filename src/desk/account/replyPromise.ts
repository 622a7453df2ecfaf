/** Within which time a website promises an answer. */
import { DAY, HOUR, MINUTE } from '#protocol/base/duration.ts';
import type { ReplyTime } from '#protocol/entities/channel.ts';
import { loadChunk } from '#client/chunk.ts';
import { useLoaded } from '#ui/useLoaded.ts';
import type { ReplyPromise } from './businessTime.ts';

/** What visitors may take the words of the website for, in milliseconds. */
const PROMISED: Record<ReplyTime, number> = {
	in_a_few_minutes: 10 * MINUTE,
	in_a_few_hours: 4 * HOUR,
	in_a_day: DAY,
};

type Hours = Partial<typeof import('./businessTime.ts')>;

const loadHours = (): Promise<Hours> => loadChunk(() => import('./businessTime.ts'));
const loadNothing = (): Promise<Hours> => Promise.resolve({});

/**
 * Whether a visitor has waited longer than the website promises. What counts business hours loads
 * once so much time has passed at all; until then, no answer is late. Milliseconds since the epoch.
 */
export function useIsOverdue(promise: ReplyPromise | undefined, since: number, now: number): boolean {
	const promised = promise ? PROMISED[promise.reply_time] : Infinity;
	const isPast = promise !== undefined && now - since > promised;
	const hasHours = isPast && promise.working_hours_enabled;
	const { value } = useLoaded(hasHours ? loadHours : loadNothing);
	return isPast && (!hasHours || value?.isOverdueInHours?.(promise, promised, since, now) === true);
}
