/** Finds a browser without being asked to, and starts it as a visitor's would be: nothing relaxed, storage partitioned. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import puppeteer, { type Browser, type LaunchOptions } from 'puppeteer-core';

export type BrowserName = 'chromium' | 'firefox';

/** What `BROWSER` asks for; Chromium unless told. WebKit is driven otherwise (`webkit.ts`). */
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

/** How to start the browser. Throws with one line that says how to get one. */
export async function findBrowser(name: BrowserName = puppeteersChoice()): Promise<LaunchOptions> {
	const options: LaunchOptions = {
		headless: true,
		...(name === 'firefox' ? { browser: name } : { args: CHROMIUM_ARGS }),
	};
	const named = process.env[name === 'firefox' ? 'FIREFOX_PATH' : 'CHROME_PATH'];
	const executablePath = [named, ...INSTALLED[name]].find((path) => path && existsSync(path));
	if (executablePath) return { ...options, executablePath };
	if (name === 'chromium' && process.platform === 'linux' && process.arch === 'x64') {
		return { ...options, ...(await unpackChromium()) };
	}
	throw new Error(HOW_TO_GET[name]);
}

function readChoice(): BrowserName | 'webkit' {
	const { BROWSER: wanted } = process.env;
	return wanted === 'firefox' || wanted === 'webkit' ? wanted : 'chromium';
}

function puppeteersChoice(): BrowserName {
	if (chosenBrowser === 'webkit') throw new Error('Puppeteer does not drive WebKit: see test/support/webkit.ts.');
	return chosenBrowser;
}

/** The caller closes it. */
export async function launchBrowser(options: LaunchOptions & { name?: BrowserName } = {}): Promise<Browser> {
	const { name, args = [], ...rest } = options;
	const found = await findBrowser(name);
	return puppeteer.launch({ ...found, ...rest, args: [...(found.args ?? []), ...args] });
}

/**
 * The browser of somebody who lets frames of other sites keep nothing: cookies and storage are denied there, and work for the
 * page itself, also for one on the frames' host. @param folder an empty one, in which Chromium has its settings. @param frames
 * their host. @param page the host of the page that has them
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
	// The sandbox refuses to run as root, as CI does.
	'--no-sandbox',
	// Shared memory is small in containers.
	'--disable-dev-shm-usage',
	// Either way the processor draws; without this it imitates a graphics card, for a tenth of the browser's processor time.
	'--disable-gpu',
	// Another tenth went into processes that stood by for the next site.
	'--disable-features=SpareRendererForSitePerProcess',
];

/** Chromium out of npm, with the libraries that a machine without any browser lacks. Its own start options are unsafe. */
async function unpackChromium(): Promise<LaunchOptions> {
	const { default: chromium, inflate } = await import('@sparticuz/chromium');
	const executablePath = await chromium.executablePath();
	const packageFolder = dirname(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))));
	const libraries = join(await inflate(join(packageFolder, 'bin', 'al2023.tar.br')), 'lib');
	const path = [libraries, process.env['LD_LIBRARY_PATH']].filter(Boolean).join(delimiter);
	return { executablePath, env: { ...process.env, LD_LIBRARY_PATH: path } };
}
