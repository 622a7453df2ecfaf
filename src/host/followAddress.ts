/** Calls back when the page's address has changed without a new page: routers, anchors, the back button. */
export function followAddress(onChange: () => void, signal: AbortSignal): void {
	let address = location.href;
	const compare = () => {
		if (address === location.href) return;
		address = location.href;
		onChange();
	};
	if ('navigation' in window) {
		navigation.addEventListener('currententrychange', compare, { signal });
	} else {
		// Without the Navigation API `pushState` is silent, and the page's history is not ours to patch.
		addEventListener('popstate', compare, { signal });
		addEventListener('hashchange', compare, { signal });
	}
}
