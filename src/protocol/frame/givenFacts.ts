// chunk: elsewhere
/** Facts about a user as sites and apps give them, before they are validated. */
import type { UserFacts } from './hostRequest.ts';
import { withoutNothing } from '../base/withoutNothing.ts';

type OrNull<T> = { [K in keyof T]: T[K] | null };

/** Templates of sites print null where they know nothing, and a phone number may be a number. */
export interface GivenFacts extends OrNull<Omit<UserFacts, 'phone_number' | 'social_profiles'>> {
	phone_number?: string | number | null | undefined;
	social_profiles?: OrNull<Record<string, string>> | null | undefined;
}

/**
 * The facts without what is null, also within a fact. What is no object is returned as it is, for
 * the schema to refuse.
 */
export function toUserFacts(given: unknown): UserFacts {
	if (!isObject(given)) return given as UserFacts;
	const facts = Object.entries(withoutNothing(given)).map(([name, fact]) => {
		if (name === 'phone_number' && typeof fact === 'number') return [name, String(fact)];
		return [name, isObject(fact) ? withoutNothing(fact) : fact];
	});
	return Object.fromEntries(facts) as UserFacts;
}

function isObject(value: unknown): value is object {
	return typeof value === 'object' && value !== null;
}
