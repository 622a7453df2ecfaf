/** Signs an administrator in at the fake server, for tests of the settings. */
import { setViewport } from '@web/test-runner-commands';
import { beginDesk } from './beginDesk.ts';
import { type FakeServer, NO_CONVERSATIONS } from './fakeServer.ts';
import { findNamed, until } from './page.ts';
import { PROFILE } from './samples.ts';

export const ACCOUNT = '/api/v1/accounts/1';

/**
 * The paths of the requests' routes are below `ACCOUNT`. Resolves with a function that leaves the
 * page as it was.
 */
export async function enterDesk(server: FakeServer): Promise<() => Promise<void>> {
	server.answer('POST /auth/desk_session', () => ({ ...PROFILE, role: 'administrator' }));
	server.answer(`GET ${ACCOUNT}/conversations`, () => ({
		data: { meta: NO_CONVERSATIONS, next_cursor: null, payload: [] },
	}));
	// Nobody here serves the preview of a chat, and the runner takes a frame's page for its own.
	const create = document.createElement.bind(document);
	document.createElement = (name: string, options?: ElementCreationOptions) =>
		create(name === 'iframe' ? 'div' : name, options);
	const endDesk = await beginDesk(server);
	await until(() => findNamed('header a', 'Settings'));
	return async () => {
		endDesk();
		Reflect.deleteProperty(document, 'createElement');
		await setViewport({ width: 800, height: 600 });
	};
}
