/** What an agent is called: the team sees the name beside it, visitors see nothing else. */
import type { User } from '../../store/tables/schema.ts';

export function shownNameOf({ display_name, name }: Pick<User, 'display_name' | 'name'>): string {
	return display_name ?? name;
}
