/** Calls at Dyte, the provider of Chatwoot (docs/wire.md, Video calls): https://docs.dyte.io/api */
import * as v from 'valibot';
import { Problem } from '../base/problem.ts';
import type { CallProvider } from './callProvider.ts';

const API = 'https://api.dyte.io/v2';
const MEETING_PAGE = 'https://app.dyte.io/v2/meeting';
/** Milliseconds; it is short because a person has clicked, and waits. */
const TIMEOUT = 10_000;

const Meeting = v.object({ data: v.object({ id: v.string() }) });
const Admission = v.object({ data: v.object({ token: v.string() }) });

interface DyteSettings {
	/** Address of the API. */
	url: string | undefined;
	organizationId: string;
	apiKey: string;
}

export function createDyteCalls({ url = API, organizationId, apiKey }: DyteSettings): CallProvider {
	const authorization = `Basic ${Buffer.from(`${organizationId}:${apiKey}`).toString('base64')}`;

	async function post<S extends v.GenericSchema>(path: string, body: object, schema: S): Promise<v.InferOutput<S>> {
		const answer = await fetch(`${url.replace(/\/$/, '')}${path}`, {
			method: 'POST',
			headers: { authorization, 'content-type': 'application/json' },
			body: JSON.stringify(body),
			signal: AbortSignal.timeout(TIMEOUT),
		}).then(
			async (response) => ({ status: response.status, body: await response.json().catch(() => undefined) }),
			() => ({ status: 0, body: undefined }),
		);
		const result = v.safeParse(schema, answer.body);
		if (result.success) return result.output;
		throw new Problem({ code: 'CALL_REFUSED', answer: answer.body, status: answer.status });
	}

	return {
		frameOrigin: new URL(MEETING_PAGE).origin,

		async begin(title) {
			return (await post('/meetings', { title }, Meeting)).data.id;
		},

		async join(meetingId, { id, name, avatarUrl, isAgent }) {
			const participant = {
				name,
				...(avatarUrl === '' ? {} : { picture: avatarUrl }),
				custom_participant_id: id,
				preset_name: isAgent ? 'group_call_host' : 'group_call_participant',
			};
			const path = `/meetings/${encodeURIComponent(meetingId)}/participants`;
			const { token } = (await post(path, participant, Admission)).data;
			const query = new URLSearchParams({ authToken: token, showSetupScreen: 'true', disableVideoBackground: 'true' });
			return { token, url: `${MEETING_PAGE}?${query}` };
		},
	};
}
