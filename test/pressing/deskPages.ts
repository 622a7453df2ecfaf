/** The pages of the settings, by their links: a new one is found without being named here. */
import { until } from '../support/until.ts';
import type { Stage } from './stage.ts';
import { settle } from './state.ts';
import type { View } from './walk.ts';

/**
 * The pages of a section: its first, and below it one of each kind. Of those that differ by a
 * number the lowest stands for all: the demo's, which has most.
 * @param path of the section, which begins each of its pages
 */
export async function* findPages(stage: Stage, view: View, path: string): AsyncGenerator<string> {
	const found = new Map<string, string>([[path, path]]);
	for (const at of found.values()) {
		for (const link of await readLinks(stage, { ...view, address: addressOf(view, at) }, path)) {
			const kind = link.replaceAll(/\d+/g, '#');
			if (!found.has(kind)) found.set(kind, link);
		}
		yield at;
	}
}

function addressOf({ address }: View, at: string): string {
	return Object.assign(new URL(address), { hash: at }).href;
}

/** By the lowest number first. */
async function readLinks(stage: Stage, { address, kept }: View, path: string): Promise<string[]> {
	const { page, traces } = stage;
	await stage.restore(kept, true);
	await page.goto(address);
	await until('the page', () => page.evaluate(() => document.querySelector('main h2') !== null));
	await settle(page, traces);
	const links = await page.$$eval('main a', (anchors) => anchors.map(({ hash }) => hash.slice(1)));
	return links
		.filter((link) => link.startsWith(`${path}/`))
		.toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }));
}
