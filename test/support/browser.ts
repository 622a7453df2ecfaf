/**
 * Finds an installed browser and starts it like a visitor's: with no protection relaxed, and
 * partitioned storage.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import puppeteer, { type Browser, type LaunchOptions } from 'puppeteer-core';
import { isComplete } from './isComplete.ts';

export type BrowserName = 'chromium' | 'firefox';

/**
 * The browser that `BROWSER` names; Chromium by default. WebKit is driven differently
 * (`webkit.ts`).
 */
export const chosenBrowser = readChoice();

const INSTALLED: Record<BrowserName, string[]> = {
	chromium: [
		'/usr/bin/chromium',
		'/usr/bin/chromium-browser',
		'/usr/bin/google-chrome',
		'/usr/bin/google-chrome-stable',
		'/snap/bin/chromium',
		'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
		'/Applications/Chromium.app/Contents/MacOS/Chromium',
		'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
		'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
	],
	firefox: [
		'/usr/bin/firefox-esr',
		'/usr/bin/firefox',
		'/Applications/Firefox.app/Contents/MacOS/firefox',
		'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
	],
};

const HOW_TO_GET: Record<BrowserName, string> = {
	chromium: 'No Chromium found: run `apt-get install -y chromium`, or set CHROME_PATH to a Chrome or Chromium.',
	firefox: 'No Firefox found: run `apt-get install -y firefox-esr`, or set FIREFOX_PATH to a Firefox.',
};

export interface Needs {
	name?: BrowserName;
	/**
	 * Whether the Chromium from npm is preferred, a "headless shell": the same engine, without the
	 * windows and profiles of a desktop's browser, which take a third of its processor time.
	 */
	isShellEnough?: boolean;
}

/** Launch options of the browser. Throws with one line that says how to get one. */
export async function findBrowser({
	name = puppeteersChoice(),
	isShellEnough = false,
}: Needs = {}): Promise<LaunchOptions> {
	const options: LaunchOptions = {
		headless: true,
		...(name === 'firefox' ? { browser: name, extraPrefsFirefox: FIREFOX_PREFS } : { args: CHROMIUM_ARGS }),
	};
	const installed = findInstalled(name);
	const isShellPreferred = isShellEnough && installed !== namedPath(name);
	if (installed && !(isShellPreferred && hasShell(name))) return { ...options, executablePath: installed };
	if (hasShell(name)) return { ...options, ...(await unpackChromium()) };
	throw new Error(HOW_TO_GET[name]);
}

function findInstalled(name: BrowserName): string | undefined {
	return [namedPath(name), ...INSTALLED[name]].find((path) => path && existsSync(path));
}

/** The browser's path in the environment, if it names one. */
function namedPath(name: BrowserName): string | undefined {
	return process.env[name === 'firefox' ? 'FIREFOX_PATH' : 'CHROME_PATH'];
}

/**
 * Whether tests run in all their variants, also those that differ by little: in the complete run,
 * and in one browser.
 */
export const runsAllVariants = isComplete && chosenBrowser === 'chromium';

/**
 * Why a test is skipped that is about windows, profiles or the back-forward cache: on a machine
 * without an installed browser, the one from npm has none of them. The complete run skips nothing.
 */
export const skipsWithoutWholeBrowser: string | false =
	chosenBrowser === 'chromium' && !isComplete && findInstalled('chromium') === undefined && HOW_TO_GET.chromium;

/** Whether the npm package has a browser for this machine. */
function hasShell(name: BrowserName): boolean {
	return name === 'chromium' && process.platform === 'linux' && process.arch === 'x64';
}

function readChoice(): BrowserName | 'webkit' {
	const { BROWSER: wanted } = process.env;
	return wanted === 'firefox' || wanted === 'webkit' ? wanted : 'chromium';
}

function puppeteersChoice(): BrowserName {
	if (chosenBrowser === 'webkit') throw new Error('Puppeteer does not drive WebKit: see test/support/webkit.ts.');
	return chosenBrowser;
}

/** The caller has to close it. */
export async function launchBrowser(options: LaunchOptions & Needs = {}): Promise<Browser> {
	const { name = puppeteersChoice(), isShellEnough = false, args = [], extraPrefsFirefox = {}, ...rest } = options;
	const found = await findBrowser({ name, isShellEnough });
	const browser = await puppeteer.launch({
		...found,
		...rest,
		args: [...(found.args ?? []), ...args],
		extraPrefsFirefox: { ...found.extraPrefsFirefox, ...extraPrefsFirefox },
	});
	giveWay(browser.process()?.pid);
	return browser;
}

/** Between what every process has, 0, and what gets a tenth of that, 10. */
const BROWSER_NICENESS = 5;

/**
 * Lets servers and databases go first where the processor is busy: they have deadlines, and whoever
 * waits for a page is patient. Linux shares the time among sessions before it looks at processes
 * (sched(7), The autogroup feature), and a browser has a session of its own.
 */
function giveWay(pid: number | undefined): void {
	if (pid === undefined) return;
	try {
		setPriority(pid, BROWSER_NICENESS);
		if (process.platform === 'linux') writeFileSync(`/proc/${pid}/autogroup`, String(BROWSER_NICENESS));
	} catch (error) {
		console.debug('The browser has the same priority as everything else', error);
	}
}

/**
 * The browser of a visitor who denies storage to frames of other sites: cookies and storage are
 * denied there, and work for the page itself, even for one on the frames' host. @param folder an
 * empty one, in which Chromium stores its settings.
 * @param frames host of the frames. @param page host of the page that contains them
 */
export function withoutFrameStorage(folder: string, frames: string, page: string): LaunchOptions {
	if (chosenBrowser === 'firefox') return { extraPrefsFirefox: { 'network.cookie.cookieBehavior': 1 } };
	const settings = {
		profile: { content_settings: { exceptions: { cookies: { [`${frames},${page}`]: { setting: 2 } } } } },
	};
	mkdirSync(join(folder, 'Default'), { recursive: true });
	writeFileSync(join(folder, 'Default', 'Preferences'), JSON.stringify(settings));
	return { userDataDir: folder };
}

const CHROMIUM_ARGS = [
	// As root, as in CI, Chromium refuses to run with its sandbox.
	'--no-sandbox',
	// Shared memory is small in containers.
	'--disable-dev-shm-usage',
	// The processor draws in any case; without this option it emulates a graphics card, which takes
	// a tenth of the browser's processor time.
	'--disable-gpu',
	// Another tenth went into processes that stood by for the next site.
	'--disable-features=SpareRendererForSitePerProcess',
];

const FIREFOX_PREFS = {
	// Milliseconds after which a finger that is lifted has not tapped; 300 by default. The driver
	// lifts it by a command of its own, which on a busy machine comes later.
	'apz.max_tap_time': 60_000,
};

/**
 * Chromium from npm, with the libraries that a machine without a browser lacks. The package's own
 * start options are unsafe.
 */
async function unpackChromium(): Promise<LaunchOptions> {
	const { default: chromium, inflate } = await import('@sparticuz/chromium');
	const executablePath = await chromium.executablePath();
	const packageFolder = dirname(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))));
	const libraries = join(await inflate(join(packageFolder, 'bin', 'al2023.tar.br')), 'lib');
	const path = [libraries, process.env['LD_LIBRARY_PATH']].filter(Boolean).join(delimiter);
	return { executablePath, env: { ...process.env, LD_LIBRARY_PATH: path } };
}
