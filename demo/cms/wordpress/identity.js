/** Tells the chat who is logged in, as soon as it has loaded: no request is made before the visitor shows interest. */
const REMEMBERED = 'live-chat-widget:wordpress-user';

for (const widget of document.querySelectorAll('live-chat-widget[data-identity]')) {
	widget.addEventListener('live-chat-widget:ready', () => {
		tell(widget).catch((error) => console.warn('live-chat-widget: the site did not say who is logged in', error));
	});
}

async function tell(widget) {
	const response = await fetch(widget.dataset.identity, { credentials: 'same-origin', cache: 'no-store' });
	if (!response.ok) throw new Error(`It answered ${response.status}`);
	const { identifier, user } = await response.json();
	if (identifier) {
		await widget.setUser(identifier, user);
		remember(identifier);
	} else if (remembered()) {
		// Logged out since: the next person must not read what was written.
		remember(null);
		await widget.reset();
	}
}

function remembered() {
	try {
		return localStorage.getItem(REMEMBERED);
	} catch {
		return null;
	}
}

function remember(identifier) {
	try {
		if (identifier) localStorage.setItem(REMEMBERED, identifier);
		else localStorage.removeItem(REMEMBERED);
	} catch {
		// Storage is denied: then the chat does not remember the visitor either.
	}
}
