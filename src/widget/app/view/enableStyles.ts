/**
 * Enables the style sheets that the document of a closed widget leaves disabled, and resolves when
 * they apply. Rejects when one fails to load; a later call tries again.
 */
export async function enableStyles(): Promise<void> {
	const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet][disabled]')];
	await Promise.all(sheets.map(enable));
}

function enable(sheet: HTMLLinkElement): Promise<void> {
	return new Promise((resolve, reject) => {
		sheet.addEventListener('load', () => resolve(), { once: true });
		sheet.addEventListener(
			'error',
			() => {
				sheet.replaceWith(createDisabled(sheet));
				reject(new Error(`${sheet.href} did not load`));
			},
			{ once: true },
		);
		sheet.disabled = false;
	});
}

/** Browsers load a style sheet once per element, so a second attempt needs a new one. */
function createDisabled(sheet: HTMLLinkElement): Node {
	const another = sheet.cloneNode();
	if (another instanceof HTMLLinkElement) another.setAttribute('disabled', '');
	return another;
}
