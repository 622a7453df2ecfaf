/**
 * Loads the chat once the visitor has consented, as the WP Consent API says, and takes it away when they no longer do. Before
 * that nothing is requested from the chat server.
 */
const widgets = [...document.querySelectorAll('live-chat-widget[data-consent-category]')];

for (const event of ['wp_listen_for_consent_change', 'wp_consent_type_defined', 'DOMContentLoaded']) {
	document.addEventListener(event, follow);
}
follow();

function follow() {
	for (const widget of widgets) {
		const isGiven = isConsentGiven(widget.dataset.consentCategory);
		if (isGiven !== widget.hasAttribute('consent')) continue;
		(isGiven ? loadChat(widget) : removeChat(widget)).catch((error) => console.warn('live-chat-widget:', error));
	}
}

function isConsentGiven(category) {
	// Some banners find out where the visitor is before they say whether consent is needed.
	const isUndecided = window.waitfor_consent_hook && !window.wp_consent_type;
	return !isUndecided && typeof window.wp_has_consent === 'function' && window.wp_has_consent(category);
}

async function loadChat(widget) {
	widget.removeAttribute('consent');
	try {
		await import(widget.dataset.module);
	} catch (error) {
		// The next change of consent tries again.
		widget.setAttribute('consent', 'required');
		throw error;
	}
}

async function removeChat(widget) {
	await customElements.whenDefined('live-chat-widget');
	try {
		// What the chat has stored on this device goes as well.
		await widget.reset();
	} finally {
		widget.setAttribute('consent', 'required');
	}
	// The visitor may have decided otherwise meanwhile.
	follow();
}
