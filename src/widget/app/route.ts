/** The current view. The hash owns it, so that a reload comes back to it. */
import { atom } from 'jotai/vanilla';
import { hostAtom } from '../features/host/host.ts';
import { hashOfPlace, type Place, placeOfHash, type RouteName, type RouteParams, ROUTES } from './routes.ts';

const currentAtom = atom<Place>({ route: 'home', params: {} });

export const routeAtom = atom((get) => get(currentAtom).route);

export const routeParamsAtom = atom((get) => get(currentAtom).params);

const scrolledAtom = atom<{ place: Place; offset: number }>();

/** How far the current view has been scrolled, in CSS pixels; each begins at its top. */
export const scrollOffsetAtom = atom((get) => {
	const scrolled = get(scrolledAtom);
	return scrolled?.place === get(currentAtom) ? scrolled.offset : 0;
});

export const scrollView = atom(null, (get, set, offset: number) =>
	set(scrolledAtom, { place: get(currentAtom), offset }),
);

/** A preview stands alone, outside the main frame, over a page on which the panel is closed. */
export const isPreviewAtom = atom((get) => ROUTES[get(currentAtom).route].isPreview);

/** Shows another view, or does nothing when it is shown already. The page around the frame gets no history entry. */
export const replaceRoute = atom(null, (get, set, route: RouteName, params: RouteParams = {}) => {
	if (get(currentAtom).route === route) return;
	const place = { route, params };
	history.replaceState(history.state, '', hashOfPlace(place));
	set(currentAtom, place);
});

/** As `replaceRoute`, for a step that the visitor takes: in a window of the chat's own the browser's Back undoes it. */
export const moveTo = atom(null, (get, set, route: RouteName, params: RouteParams = {}) => {
	if (!get(hostAtom).isPresent && get(currentAtom).route !== route) history.pushState(history.state, '', location.href);
	set(replaceRoute, route, params);
});

/** What the current view is about has changed, by its own doing. */
export const noteParams = atom(null, (get, set, params: RouteParams) => {
	const place = { route: get(routeAtom), params };
	history.replaceState(history.state, '', hashOfPlace(place));
	set(currentAtom, place);
});

/** Takes the route from the hash, now and whenever somebody changes it, which `onChange` then hears of. Returns the undo. */
export const followHash = atom(null, (get, set, onChange: () => void) => {
	const read = () => {
		set(currentAtom, placeOfHash(location.hash));
		onChange();
	};
	set(currentAtom, placeOfHash(location.hash));
	// A reload in the middle of a preview: whether there is anything to preview has yet to be seen.
	if (get(isPreviewAtom)) set(replaceRoute, 'home');
	addEventListener('hashchange', read);
	return () => removeEventListener('hashchange', read);
});
