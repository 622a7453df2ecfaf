/** Lists that the server keeps for an account, and the settings change item by item. */
import { atom, type WritableAtom } from 'jotai/vanilla';
import type { Route, RouteInput, RouteResponse } from '#protocol/base/routes.ts';
import type { CallInput } from '#client/rest.ts';
import { account, call, unlessChanged } from '../../session/api.ts';

interface CollectionRoutes<List extends Route, Create extends Route, Update extends Route, Item> {
	list: List;
	itemsOf: (answer: RouteResponse<List>) => readonly Item[];
	create: Create;
	update: Update;
	remove: Route;
	/** Follows each change. */
	after?: WritableAtom<null, [], unknown>;
}

type BodyOf<R extends Route> = RouteInput<R> extends { body: infer Body } ? Body : never;

/**
 * What to load a list with, and to save and remove its items. Its routes name nothing but the
 * account, and of an item its id.
 */
export function createCollection<List extends Route, Create extends Route, Update extends Route, Item>(
	routes: CollectionRoutes<List, Create, Update, Item>,
) {
	const { list, itemsOf, create, update, remove, after } = routes;
	return {
		load: atom(null, async (get) =>
			itemsOf(await call(get, list, { params: account(get), query: {} } as CallInput<List, never>)),
		),

		/** Adds an item, or changes the one with this id, if it still is what `etag` says. */
		save: atom(null, async (get, set, id: number | undefined, body: BodyOf<Create> & BodyOf<Update>, etag?: string) => {
			const params = account(get);
			const saved =
				id === undefined
					? await call(get, create, { params, body } as CallInput<Create, never>)
					: await call(
							get,
							update,
							{ params: { ...params, id }, body } as CallInput<Update, never>,
							unlessChanged(etag),
						);
			if (after) void set(after);
			return saved;
		}),

		remove: atom(null, async (get, set, id: number) => {
			await call(get, remove, { params: { ...account(get), id } } as CallInput<Route, never>);
			if (after) void set(after);
		}),
	};
}
