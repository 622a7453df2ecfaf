/** The views and their places in the hash (specification section 2). */
export const ROUTES = {
	'unread-messages': { path: '/unread-messages', isPreview: true },
	campaigns: { path: '/campaigns', isPreview: true },
	home: { path: '/', isPreview: false },
	'prechat-form': { path: '/prechat-form', isPreview: false },
	messages: { path: '/messages', isPreview: false },
	'article-viewer': { path: '/article', isPreview: false },
} as const satisfies Record<string, { path: string; isPreview: boolean }>;

export type RouteName = keyof typeof ROUTES;

/** The route of a hash such as `#/messages`; home for anything unknown. */
export function routeOfHash(hash: string): RouteName {
	const names = Object.keys(ROUTES) as RouteName[];
	return names.find((name) => `#${ROUTES[name].path}` === hash) ?? 'home';
}
