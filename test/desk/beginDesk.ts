import type { FakeServer } from './fakeServer.ts';

/**
 * Begins the desk in the test's own page, by a login link. Resolves with a function that gives the
 * page back to the runner.
 */
export async function beginDesk(server: FakeServer): Promise<() => void> {
	const address = location.href;
	const root = document.createElement('div');
	root.id = 'app';
	document.body.append(root);
	location.hash = '#login=once&email=ada%40team.example';
	await import('../../src/desk/main.ts');
	return () => {
		server.stop();
		// The runner needs its own address in the page again.
		history.replaceState(null, '', address);
	};
}
