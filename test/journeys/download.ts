/** Files that a page saves. */
import { mkdtempSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { chosenBrowser } from '../support/browser.ts';
import { until } from './waiting.ts';

/** Why a test of saved files is left out, or false. */
export const noDownloads = chosenBrowser !== 'chromium' && 'Puppeteer tells Chromium alone where to save files.';

/**
 * Has the page save its files below `parent` from now on. Answers a function that resolves with the
 * first one of that ending.
 */
export async function catchDownloads(page: Page, parent: string): Promise<(ending: string) => Promise<Buffer>> {
	const folder = mkdtempSync(join(parent, 'downloads-'));
	const session = await page.createCDPSession();
	const { id } = page.browserContext();
	await session.send('Browser.setDownloadBehavior', {
		behavior: 'allow',
		downloadPath: folder,
		...(id !== undefined && { browserContextId: id }),
	});
	// While a file is being written it has another ending.
	return async (ending) => {
		const name = await until(`a file that ends with ${ending}`, async () =>
			(await readdir(folder)).find((one) => one.endsWith(ending)),
		);
		return readFile(join(folder, name));
	};
}
