/**
 * Tells the chat who is logged in. The chat asks when it loads, so that no request is made before the visitor shows interest,
 * and shows nobody's conversation until it has the answer: on a shared device another person may have used it before.
 */
for (const widget of document.querySelectorAll('live-chat-widget[data-identity]')) {
	const offer = () => {
		widget.identityProvider = () => askSite(widget.dataset.identity);
	};
	offer();
	// A visitor who withdraws their consent is forgotten (`consent.js`), and with them who says so: a new consent needs both.
	const consents = new MutationObserver(() => widget.hasAttribute('consent') || offer());
	consents.observe(widget, { attributeFilter: ['consent'] });
}

/** Throws where the site cannot be reached: the chat then shows no user's conversation until it is loaded again. Null: nobody is logged in. */
async function askSite(address) {
	const response = await fetch(address, { credentials: 'same-origin', cache: 'no-store' });
	const { identifier, user } = read(response, await response.text());
	return identifier ? { identifier, ...user } : null;
}

/** A site that answers, but does not say who is logged in, does not vouch for the former user: they are signed out. */
function read(response, text) {
	try {
		if (response.ok) return JSON.parse(text);
	} catch {
		// Such as the page for logging in, to which some sites lead strangers.
	}
	console.warn(`live-chat-widget: the site did not say who is logged in; it answered ${response.status}`);
	return {};
}
