/** Ctrl-K and ⌘-K lead to the search, on whichever page of the help center the reader is. */
addEventListener('keydown', (event) => {
	const isSearch =
		event.key.toLowerCase() === 'k' && event.ctrlKey !== event.metaKey && !event.altKey && !event.shiftKey;
	if (!isSearch) return;
	event.preventDefault();
	const field = document.querySelector('[type=search]');
	if (field) {
		field.focus();
		field.select();
	} else location.assign(`${document.querySelector('link[rel=search]').href}#search`);
});
