/** What did not load is loaded again by itself. */
import assert from 'node:assert/strict';
import { after, afterEach, test } from 'node:test';
import { act } from 'react';
import { noteSuccess } from '#client/retry.ts';
import { installPage } from '../support/happyDom.ts';

const removePage = installPage();
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
const { createRoot } = await import('react-dom/client');
const { useLoaded } = await import('../../src/ui/useLoaded.ts');

const OCCASIONS: Readonly<Record<string, () => void>> = {
	'the network is back': () => window.dispatchEvent(new Event('online')),
	'the window has the focus again': () => window.dispatchEvent(new Event('focus')),
	'another request succeeds': () => noteSuccess(performance.now() + 1),
};

const mounted: { unmount(): void }[] = [];
afterEach(() => act(() => mounted.splice(0).forEach((root) => root.unmount())));
after(removePage);

for (const [occasion, occur] of Object.entries(OCCASIONS)) {
	test(`once ${occasion}, and the failure stays in sight until it has loaded`, async (context) => {
		context.mock.method(console, 'error', () => {});
		const seen: string[] = [];
		let failures = 2;
		const load = async () => {
			failures -= 1;
			if (failures >= 0) throw new Error('Failed to fetch');
			return { name: 'it' };
		};
		function Part() {
			const { value, hasFailed } = useLoaded(load);
			const shows = value?.name ?? (hasFailed ? 'failed' : 'loading');
			if (seen.at(-1) !== shows) seen.push(shows);
			return shows;
		}
		const root = createRoot(document.createElement('div'));
		mounted.push(root);
		await act(async () => root.render(<Part />));
		assert.deepEqual(seen, ['loading', 'failed']);
		await act(async () => occur());
		assert.deepEqual(seen, ['loading', 'failed']);
		await act(async () => occur());
		assert.deepEqual(seen, ['loading', 'failed', 'it']);
	});
}
