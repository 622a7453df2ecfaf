/**
 * Where a browser has no event for a change of the page's address, the address is compared this
 * often, in milliseconds.
 */
const ADDRESS_CHECK_PERIOD = 1_000;

/**
 * Calls back when the page's address changes without a page load: by routers, anchors, or the back
 * button.
 */
export function followAddress(onChange: () => void, signal: AbortSignal): void {
	let address = location.href;
	const compare = () => {
		if (address === location.href) return;
		address = location.href;
		onChange();
	};
	// Checked by type, since a page may have an element or a variable of that name.
	if (typeof Navigation !== 'undefined' && window.navigation instanceof Navigation) {
		window.navigation.addEventListener('currententrychange', compare, { signal });
	} else {
		// Without the Navigation API (Safari before 26.2) `pushState` fires no event, and we do not
		// patch the page's `history`.
		const timer = setInterval(compare, ADDRESS_CHECK_PERIOD);
		signal.addEventListener('abort', () => clearInterval(timer));
	}
}
