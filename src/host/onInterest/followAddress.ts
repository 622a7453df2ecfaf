import { ADDRESS_CHECK_PERIOD } from '#protocol/limits.ts';

/** Calls back when the page's address has changed without a new page: routers, anchors, the back button. */
export function followAddress(onChange: () => void, signal: AbortSignal): void {
	let address = location.href;
	const compare = () => {
		if (address === location.href) return;
		address = location.href;
		onChange();
	};
	// A page may have an element, or a variable of its own, of that name.
	if (typeof Navigation !== 'undefined' && window.navigation instanceof Navigation) {
		window.navigation.addEventListener('currententrychange', compare, { signal });
	} else {
		// Without the Navigation API (Safari before 26.2) `pushState` is silent, and the page's history is not ours to patch.
		const timer = setInterval(compare, ADDRESS_CHECK_PERIOD);
		signal.addEventListener('abort', () => clearInterval(timer));
	}
}
