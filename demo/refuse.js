const widget = document.querySelector('live-chat-widget');

widget.addEventListener('live-chat-widget:before-send', (event) => {
	const { detail } = event;
	if (/password/i.test(detail.content)) {
		detail.reason = 'Please never send us passwords.';
		event.preventDefault();
	}
	detail.content = detail.content.replaceAll(/\border (\d+)/gi, `$& (${location.origin}/orders/$1)`);
});

widget.addEventListener('live-chat-widget:before-message', (event) => {
	if (/#HS-\d/.test(event.detail.content)) event.preventDefault();
});
