/** The views and their paths in the hash. */
export const ROUTES = {
	'unread-messages': { path: '/unread-messages', isPreview: true },
	campaigns: { path: '/campaigns', isPreview: true },
	home: { path: '/', isPreview: false },
	'prechat-form': { path: '/prechat-form', isPreview: false },
	messages: { path: '/messages', isPreview: false },
	'article-viewer': { path: '/article', isPreview: false },
	/** An earlier conversation, named by the parameter `conversation`. */
	'earlier-messages': { path: '/conversation', isPreview: false },
} as const satisfies Record<string, { path: string; isPreview: boolean }>;

export type RouteName = keyof typeof ROUTES;

/**
 * The parameters of a route, as the hash has them. A reader has to validate them, since anyone can
 * write an address.
 */
export type RouteParams = Readonly<Record<string, string | undefined>>;

export interface Place {
	route: RouteName;
	params: RouteParams;
}

/**
 * The place that a hash such as `#/messages` or `#/article?link=%2Fhc%2Fhelp` names; home for an
 * unknown one.
 */
export function placeOfHash(hash: string): Place {
	const [path, search] = hash.replace(/^#/, '').split('?', 2);
	const names = Object.keys(ROUTES) as RouteName[];
	const route = names.find((name) => ROUTES[name].path === path);
	return route === undefined
		? { route: 'home', params: {} }
		: { route, params: Object.fromEntries(new URLSearchParams(search)) };
}

export function hashOfPlace({ route, params }: Place): string {
	const given = Object.entries(params).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
	const search = String(new URLSearchParams(given));
	return `#${ROUTES[route].path}${search && `?${search}`}`;
}
