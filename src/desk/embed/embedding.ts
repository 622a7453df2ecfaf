/** What pages need in order to have the chat. */
import { applicationRoutes } from '#protocol/applicationRoutes.ts';
import { embedCode, embedPolicy, SINGLE_SCRIPT_FACTS, type SingleScript } from '#protocol/embedCode.ts';
import { READ_TIMEOUT } from '#protocol/limits.ts';
import { account, call } from '../session/api.ts';

export interface Embedding {
	websites: readonly Website[];
}

export interface Website {
	/** Of the inbox. */
	id: number;
	name: string;
	/** HTML. */
	code: string;
	/** The same by a script that a policy can allow by its hash. */
	strictCode: string;
	/** What that policy has to allow for it. */
	policy: string;
}

/** Rejects when the server does not answer. */
export async function loadEmbedding(): Promise<Embedding> {
	const [{ payload }, single] = await Promise.all([
		call(applicationRoutes.listInboxes, { params: account() }),
		loadSingleScript(),
	]);
	return {
		websites: payload.map(({ id, name, web_widget_script, website_token, base_url }) => ({
			id,
			name,
			code: web_widget_script,
			strictCode: embedCode({ websiteToken: website_token, baseUrl: base_url, single }),
			policy: embedPolicy(base_url, single),
		})),
	};
}

async function loadSingleScript(): Promise<SingleScript> {
	// An older hash than the script's would keep the chat from every page that has it.
	const response = await fetch(SINGLE_SCRIPT_FACTS, {
		cache: 'no-cache',
		signal: AbortSignal.timeout(READ_TIMEOUT),
	});
	if (!response.ok) throw new Error(`${SINGLE_SCRIPT_FACTS} answers ${response.status}`);
	return (await response.json()) as SingleScript;
}
