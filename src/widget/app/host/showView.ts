/** Leads to a view that the page names. Loaded with the element's methods. */
import { portalAtom, portalPath } from '../../features/articles/portal.ts';
import { conversationIdAtom } from '../../features/conversation/conversation.ts';
import { askForHistory } from '../../features/history/asked.ts';
import { severalAtom } from '../../features/session/several.ts';
import { followForm, goHome } from '../routing/navigate.ts';
import { MethodError } from './methodError.ts';
import { moveTo, noteParams, routeAtom } from '../routing/route.ts';
import type { RouteName, RouteParams } from '../routing/routes.ts';
import type { Store } from '../routing/store.ts';

/**
 * @param view a name of `VIEWS`, the number of a conversation, or an article. Rejects with a
 * `MethodError`.
 */
export async function showView(store: Store, view: string): Promise<void> {
	const showNamed = VIEWS.get(view);
	if (showNamed) showNamed(store);
	else if (/^\d+$/.test(view)) await showConversation(store, Number(view));
	else showArticle(store, view);
}

const VIEWS: ReadonlyMap<string, (store: Store) => void> = new Map([
	['home', (store) => store.set(goHome)],
	['messages', showMessages],
	[
		'history',
		(store) => {
			store.set(goHome);
			store.set(askForHistory);
		},
	],
]);

/** The conversation, or the form that has to be filled in before. */
function showMessages(store: Store): void {
	goTo(store, 'messages', {});
	store.set(followForm);
}

/** To write in it where the visitor may, else to read it. */
async function showConversation(store: Store, id: number): Promise<void> {
	if (id === store.get(conversationIdAtom)) return showMessages(store);
	// Loaded by now, unless the session itself is unknown.
	await store.get(severalAtom)?.prepare().catch(console.debug);
	const isShown = await store.get(severalAtom)?.choose?.(id);
	if (isShown) showMessages(store);
	else if (isShown === undefined) goTo(store, 'earlier-messages', { conversation: String(id) });
}

/** Throws a `MethodError` where the address is not in the help centre. */
export function showArticle(store: Store, article: string): void {
	const portal = store.get(portalAtom);
	const isSlug = !/[/:]/.test(article);
	const link = isSlug ? `/hc/${portal?.slug}/articles/${encodeURIComponent(article)}` : article;
	const path = portalPath(link, portal);
	if (path === undefined) throw new MethodError('NOT_IN_HELP_CENTRE');
	goTo(store, 'article-viewer', { link: path });
}

function goTo(store: Store, route: RouteName, params: RouteParams): void {
	if (store.get(routeAtom) === route) store.set(noteParams, params);
	else store.set(moveTo, route, params);
}
