/**
 * Tests in a real browser. `elements` and `host` run with Preact, as in pages that load the script;
 * the complete run repeats them in Chromium with React, as in sites that install the package.
 * `TESTS` names files or folders below `test/`; without it all run.
 */
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { defaultReporter } from '@web/test-runner';
import { puppeteerLauncher } from '@web/test-runner-puppeteer';
import { bundleBrowserTests, makeBundleFolder } from './support/bundleBrowserTests.ts';
import { chosenBrowser, findBrowser, runsAllVariants } from './support/browser.ts';
import { handsPlugin } from './support/handsPlugin.ts';
import { serveHelpCentre } from './support/helpCentrePages.ts';
import { isComplete } from './support/isComplete.ts';
import { selectTests } from './support/selectTests.ts';
import { webReporter } from './support/webReporter.ts';
import { webkitLauncher } from './support/webkitLauncher.ts';

/** Where `test/mutants` keeps the bundles for all of its runs. */
const kept = process.env.TEST_BUNDLES;
const folder = kept ?? makeBundleFolder();
if (!kept) process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const chosen = process.env.TESTS?.split(',') ?? [];
const tests = ['browser', 'timings'].flatMap((place) => selectTests(place, chosen));
const withEither = tests.filter((file) => /^test\/(elements|host)\//.test(file));
const withReact = runsAllVariants ? tests : tests.filter((file) => !withEither.includes(file));

async function launcher() {
	if (chosenBrowser === 'webkit') return webkitLauncher();
	return puppeteerLauncher({ launchOptions: await findBrowser({ isShellEnough: true }), createPage });
}

/**
 * A page that shares neither cookies nor the focus with others that run at the same time: without
 * the focus, a browser fires no focus and blur events. Firefox cannot emulate the focus.
 */
async function createPage({ browser }) {
	const context = await browser.createBrowserContext();
	const page = await context.newPage();
	if (chosenBrowser === 'chromium') await page.emulateFocusedPage(true);
	// The browser asks a person who has typed before it leaves a page, such as a file of tests that
	// ends in a form.
	page.on('dialog', (dialog) => void dialog.accept());
	// A window that a test opens would stay in front of later pages, which would then get no
	// animation frames.
	context.on('targetcreated', async (target) => {
		const opened = await target.page();
		if (opened && opened !== page) await opened.close();
	});
	await page.bringToFront();
	return page;
}

/** Of the copies that `test/mutants` makes: which fault is on, and which were asked for. */
const faults = new URL('mutants/', import.meta.url);
const on = new URL('on', faults);
const sayFault = existsSync(on) ? `globalThis.FAULT = ${JSON.stringify(readFileSync(on, 'utf8'))};` : '';
async function noteFaults(context, next) {
	if (context.path !== '/fault-reached') return next();
	appendFileSync(new URL('reached', faults), `${decodeURIComponent(context.querystring)}\n`);
	context.status = 204;
}

/**
 * The runner loads one file after the other in the same page: each has to begin as if it were the
 * first.
 */
function documentOf(testFramework) {
	return `<!doctype html>
<html${isComplete ? ' data-complete' : ''}>
	<head>
		<script>
			${sayFault}
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

/**
 * Refuses WebSockets that the runner does not know, such as those of a page that reconnects after
 * its test. The runner answers them nothing, and Firefox, which opens one at a time for each host,
 * then keeps the runner's own waiting, also in later pages:
 * https://datatracker.ietf.org/doc/html/rfc6455#section-4.1
 */
const refuseOtherSockets = {
	name: 'refuse-other-sockets',
	serverStart({ server, webSockets }) {
		const own = webSockets.webSocketServer.options.path;
		server.on('upgrade', ({ url }, socket) => url !== own && socket.destroy());
	},
};

export default {
	rootDir: folder,
	groups: [
		{ name: 'react', files: await bundleBrowserTests(withReact, 'react', `${folder}/react`) },
		{ name: 'preact', files: await bundleBrowserTests(withEither, 'preact', `${folder}/preact`) },
	].filter(({ files }) => files.length > 0),
	browsers: [await launcher()],
	// The bundles import nothing that the development server would resolve.
	nodeResolve: false,
	middleware: [serveHelpCentre, noteFaults],
	plugins: [refuseOtherSockets, handsPlugin],
	testRunnerHtml: documentOf,
	reporters: [defaultReporter({ reportTestProgress: false }), webReporter(tests)],
	// Longer than a test waits for one thing, so that the test's own error is shown.
	testFramework: { config: { timeout: 60_000 } },
	browserStartTimeout: 60_000,
	testsStartTimeout: 60_000,
	testsFinishTimeout: 180_000,
};
