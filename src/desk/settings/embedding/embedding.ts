/** What a website needs to embed the chat. */
import { atom } from 'jotai/vanilla';
import { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import { embedCode, embedPolicy, PINNED_SCRIPT_FACTS, type SingleScript } from '#protocol/frame/embedCode.ts';
import type { TeamInbox } from '#protocol/application/inboxRoutes.ts';
import { READ_TIMEOUT } from '#protocol/base/limits.ts';
import { account, call } from '../../session/api.ts';

export interface Website {
	inbox: TeamInbox;
	single: SingleScript;
}

interface Lines {
	/** As HTML. */
	code: string;
	/** The same with a script that a Content-Security-Policy can allow by its hash. */
	strictCode: string;
	/** What that policy has to allow for it. */
	policy: string;
}

/** The lines for the website's pages. */
export function embedSnippetOf({ inbox, single }: Website): Lines {
	const { web_widget_script, website_token, base_url, launcher_title } = inbox;
	const facts = { websiteToken: website_token, baseUrl: base_url, launcherTitle: launcher_title };
	return {
		code: web_widget_script,
		strictCode: embedCode({ ...facts, single }),
		policy: embedPolicy(base_url, single),
	};
}

/** Rejects when the request fails. */
export const loadWebsites = atom(null, async (get): Promise<readonly Website[]> => {
	const [{ payload }, single] = await Promise.all([
		call(get, applicationRoutes.listInboxes, { params: account(get) }),
		loadPinnedScript(),
	]);
	return payload.map((inbox) => ({ inbox, single }));
});

async function loadPinnedScript(): Promise<SingleScript> {
	const response = await fetch(PINNED_SCRIPT_FACTS, { signal: AbortSignal.timeout(READ_TIMEOUT) });
	if (!response.ok) throw new Error(`${PINNED_SCRIPT_FACTS} answers ${response.status}`);
	return (await response.json()) as SingleScript;
}
