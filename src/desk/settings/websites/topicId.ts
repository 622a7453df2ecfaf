import { slugOf } from '#protocol/base/slug.ts';

/** Characters of the name that are in the id; a number may follow. */
const NAME_MAX = 60;

/**
 * The id of a new topic, by which pages choose it: its name in the form of an address, which no
 * other topic has.
 */
export function idFor(name: string, taken: readonly string[]): string {
	const slug = slugOf(name, NAME_MAX) || 'topic';
	let id = slug;
	for (let count = 2; taken.includes(id); count++) id = `${slug}-${count}`;
	return id;
}
