/**
 * Enables the style sheets that the document of a closed widget leaves alone, and resolves when they apply. Rejects when one does
 * not load, which can then be tried again.
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

/** Browsers load a style sheet once for each element. */
function createDisabled(sheet: HTMLLinkElement): Node {
	const another = sheet.cloneNode();
	if (another instanceof HTMLLinkElement) another.setAttribute('disabled', '');
	return another;
}
