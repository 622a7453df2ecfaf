/** Whether the server has no administrator yet; its page says so. */
export function isNotSetUp(): boolean {
	return document.querySelector('meta[name=first-run]') !== null;
}
