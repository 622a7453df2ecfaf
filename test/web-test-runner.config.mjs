/**
 * Tests in a real browser. `elements` and `host` run twice: with React, as sites that install the package have it, and with
 * Preact, as pages that load the script have it. `TESTS` names files or folders below `test/`, all of them unless set.
 */
import { rmSync } from 'node:fs';
import { defaultReporter } from '@web/test-runner';
import { puppeteerLauncher } from '@web/test-runner-puppeteer';
import { bundleBrowserTests, makeBundleFolder } from './support/bundleBrowserTests.ts';
import { chosenBrowser, findBrowser } from './support/browser.ts';
import { serveHelpCentre } from './support/helpCentrePages.ts';
import { selectTests } from './support/selectTests.ts';
import { webReporter } from './support/webReporter.ts';
import { webkitLauncher } from './support/webkitLauncher.ts';

const folder = makeBundleFolder();
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const tests = selectTests('browser', process.env.TESTS?.split(',') ?? []);
const withEither = tests.filter((file) => /^test\/(elements|host)\//.test(file));

async function launcher() {
	if (chosenBrowser === 'webkit') return webkitLauncher();
	return puppeteerLauncher({ launchOptions: await findBrowser(chosenBrowser), createPage });
}

/**
 * A page that shares neither cookies nor the focus with another one that runs at the same time: without the focus a browser
 * tells nobody of focus and blur. Firefox has no such pretence.
 */
async function createPage({ browser }) {
	const context = await browser.createBrowserContext();
	const page = await context.newPage();
	if (chosenBrowser === 'chromium') await page.emulateFocusedPage(true);
	// What a test opens would stay in front of the pages that come after it, and those would get no frames.
	context.on('targetcreated', async (target) => {
		const opened = await target.page();
		if (opened && opened !== page) await opened.close();
	});
	await page.bringToFront();
	return page;
}

/** The runner shows one file after the other in the same page: each begins as if it were the first. */
function documentOf(testFramework) {
	return `<!doctype html>
<html>
	<head>
		<script>
			localStorage.clear();
			sessionStorage.clear();
			for (const cookie of document.cookie.split('; ')) document.cookie = cookie.split('=')[0] + '=; Max-Age=0; Path=/';
		</script>
	</head>
	<body>
		<script type="module" src="${testFramework}"></script>
	</body>
</html>`;
}

export default {
	rootDir: folder,
	groups: [
		{ name: 'react', files: await bundleBrowserTests(tests, 'react', `${folder}/react`) },
		{ name: 'preact', files: await bundleBrowserTests(withEither, 'preact', `${folder}/preact`) },
	].filter(({ files }) => files.length > 0),
	browsers: [await launcher()],
	// The bundles need nothing of the development server.
	nodeResolve: false,
	middleware: [serveHelpCentre],
	testRunnerHtml: documentOf,
	reporters: [defaultReporter({ reportTestProgress: false }), webReporter(tests)],
	// Longer than a test waits for one thing, so that it says what for.
	testFramework: { config: { timeout: 60_000 } },
	browserStartTimeout: 60_000,
	testsStartTimeout: 60_000,
	testsFinishTimeout: 180_000,
};
