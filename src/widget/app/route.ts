/** The current view. The hash owns it, so that a reload comes back to it. */
import { atom } from 'jotai/vanilla';
import { routeOfHash, type RouteName, ROUTES } from './routes.ts';

const currentAtom = atom<RouteName>('home');

export const routeAtom = atom((get) => get(currentAtom));

/** A preview stands alone, outside the main frame, over a page on which the panel is closed. */
export const isPreviewAtom = atom((get) => ROUTES[get(currentAtom)].isPreview);

/** Shows another view, or does nothing when it is shown already. The page around the frame gets no history entry. */
export const replaceRoute = atom(null, (get, set, name: RouteName) => {
	if (get(currentAtom) === name) return;
	history.replaceState(history.state, '', `#${ROUTES[name].path}`);
	set(currentAtom, name);
});

/** Takes the route from the hash, now and whenever somebody changes it. Returns the undo. */
export const followHash = atom(null, (get, set) => {
	const read = () => set(currentAtom, routeOfHash(location.hash));
	read();
	// A reload in the middle of a preview: whether there is anything to preview has yet to be seen.
	if (get(isPreviewAtom)) set(replaceRoute, 'home');
	addEventListener('hashchange', read);
	return () => removeEventListener('hashchange', read);
});
