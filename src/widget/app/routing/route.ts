/** The current view. It is stored in the hash, so that a reload returns to it. */
import { atom } from 'jotai/vanilla';
import { hostAtom } from '../../features/host/host.ts';
import { hashOfPlace, type Place, placeOfHash, type RouteName, type RouteParams, ROUTES } from './routes.ts';

const currentAtom = atom<Place>({ route: 'home', params: {} });

export const routeAtom = atom((get) => get(currentAtom).route);

export const routeParamsAtom = atom((get) => get(currentAtom).params);

const scrolledAtom = atom<{ place: Place; offset: number }>();

/** How far the current view is scrolled, in CSS pixels. A new view begins at its top. */
export const scrollOffsetAtom = atom((get) => {
	const scrolled = get(scrolledAtom);
	return scrolled?.place === get(currentAtom) ? scrolled.offset : 0;
});

export const scrollView = atom(null, (get, set, offset: number) =>
	set(scrolledAtom, { place: get(currentAtom), offset }),
);

/** Whether the view is a preview, which is shown alone over a page on which the panel is closed. */
export const isPreviewAtom = atom((get) => ROUTES[get(currentAtom).route].isPreview);

/** Shows another view. The history of the page around the frame gets no entry. */
export const replaceRoute = atom(null, (get, set, route: RouteName, params: RouteParams = {}) => {
	if (get(currentAtom).route === route) return;
	const place = { route, params };
	history.replaceState(history.state, '', hashOfPlace(place));
	set(currentAtom, place);
});

/**
 * Like `replaceRoute`, for a step of the visitor: in a window of the chat's own, the browser's Back
 * returns from it.
 */
export const moveTo = atom(null, (get, set, route: RouteName, params: RouteParams = {}) => {
	if (!get(hostAtom).isPresent && get(currentAtom).route !== route) history.pushState(history.state, '', location.href);
	set(replaceRoute, route, params);
});

/** The current view has changed its own parameters. */
export const noteParams = atom(null, (get, set, params: RouteParams) => {
	const place = { route: get(routeAtom), params };
	history.replaceState(history.state, '', hashOfPlace(place));
	set(currentAtom, place);
});

/**
 * Reads the route from the hash, now and on every later change of the hash, after which it calls
 * `onChange`. Returns the undo.
 */
export const followHash = atom(null, (get, set, onChange: () => void) => {
	const read = () => {
		set(currentAtom, placeOfHash(location.hash));
		onChange();
	};
	set(currentAtom, placeOfHash(location.hash));
	// The frame was reloaded while a preview was shown; whether there still is something to preview
	// is not known yet.
	if (get(isPreviewAtom)) set(replaceRoute, 'home');
	addEventListener('hashchange', read);
	return () => removeEventListener('hashchange', read);
});
