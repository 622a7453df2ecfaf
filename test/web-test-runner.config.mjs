/**
 * Tests in a real browser. `elements` and `host` run twice: with React, as sites that install the package have it, and with
 * Preact, as pages that load the script have it. `TESTS` names files or folders below `test/`, all of them unless set.
 */
import { rmSync } from 'node:fs';
import { defaultReporter, summaryReporter } from '@web/test-runner';
import { puppeteerLauncher } from '@web/test-runner-puppeteer';
import { bundleBrowserTests, makeBundleFolder } from './support/bundleBrowserTests.ts';
import { chosenBrowser, findBrowser } from './support/browser.ts';
import { selectTests } from './support/selectTests.ts';
import { webCountReporter } from './support/webCountReporter.ts';

const folder = makeBundleFolder();
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const tests = selectTests('browser', process.env.TESTS?.split(',') ?? []);
const withEither = tests.filter((file) => /^test\/(elements|host)\//.test(file));
const launchOptions = await findBrowser(chosenBrowser);

/**
 * A page that shares neither cookies nor the focus with another one that runs at the same time: without the focus a browser
 * tells nobody of focus and blur. Firefox has no such pretence.
 */
async function createPage({ browser }) {
	const context = await browser.createBrowserContext();
	const page = await context.newPage();
	if (chosenBrowser === 'chromium') await page.emulateFocusedPage(true);
	return page;
}

export default {
	rootDir: folder,
	groups: [
		{ name: 'react', files: await bundleBrowserTests(tests, 'react', `${folder}/react`) },
		{ name: 'preact', files: await bundleBrowserTests(withEither, 'preact', `${folder}/preact`) },
	].filter(({ files }) => files.length > 0),
	browsers: [puppeteerLauncher({ launchOptions, createPage })],
	// The bundles need nothing of the development server.
	nodeResolve: false,
	reporters: [defaultReporter({ reportTestProgress: false }), summaryReporter(), webCountReporter()],
	testFramework: { config: { timeout: 10_000 } },
	browserStartTimeout: 60_000,
	testsStartTimeout: 60_000,
	testsFinishTimeout: 90_000,
};
