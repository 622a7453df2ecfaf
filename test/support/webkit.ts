/**
 * WebKitGTK as Debian packages it: MiniBrowser, driven over WebDriver, on a virtual screen, since
 * it has no headless mode.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { Builder, Capabilities, type WebDriver } from 'selenium-webdriver';
import { freePort } from './freePort.ts';
import { isAnswered, until } from './until.ts';

const HOW_TO_GET = 'No WebKit found: run `apt-get install -y webkit2gtk-driver xvfb`.';

/**
 * Chosen over WebDriver's own library for WebKit: selenium-webdriver has four small dependencies
 * and needs no download.
 */
export interface WebKit {
	driver: WebDriver;
	/** Ends the browser, its driver and its screen. */
	stop: () => Promise<void>;
}

export async function startWebKit(): Promise<WebKit> {
	const binary = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser').toSorted().at(-1);
	if (!binary) throw new Error(HOW_TO_GET);
	const screen = await startScreen();
	const port = await freePort();
	const service = spawn('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], {
		env: { ...process.env, DISPLAY: screen.display },
		stdio: 'ignore',
	});
	await listening(service, port);
	const capabilities = new Capabilities({
		browserName: 'MiniBrowser',
		'webkitgtk:browserOptions': { binary, args: ['--automation'] },
	});
	const driver = await new Builder().usingServer(`http://127.0.0.1:${port}`).withCapabilities(capabilities).build();
	return {
		driver,
		async stop() {
			await driver.quit();
			service.kill();
			screen.stop();
		},
	};
}

async function startScreen(): Promise<{ display: string; stop: () => void }> {
	// Xvfb chooses a free display number itself and prints it.
	const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
		stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
	});
	server.once('error', () => {});
	const said = server.stdio[3] as Readable | null;
	if (!server.pid || !said) throw new Error(HOW_TO_GET);
	const [number] = (await once(createInterface(said), 'line')) as [string];
	return { display: `:${number}`, stop: () => server.kill() };
}

/** Resolves when the driver answers, since it prints nothing. */
async function listening(service: ChildProcess, port: number): Promise<void> {
	await until('WebKitWebDriver answers', () => {
		if (service.exitCode !== null) throw new Error(`WebKitWebDriver ended with ${service.exitCode}`);
		return isAnswered(`http://127.0.0.1:${port}/status`);
	});
}
