/**
 * What describes a route. The REST client, the server's handlers and the OpenAPI document derive
 * from tables of these descriptions, so each route is written once, and a missing handler does not
 * compile.
 */
import type { GenericSchema, InferInput, InferOutput } from 'valibot';

/** The roles within the account that the path names, by the header `api_access_token`. */
const TEAM_ROLES = ['administrator', 'member', 'memberOrBot'] as const;

/**
 * Who may call; the server refuses everyone else before it reads the body:
 * - `public`: everyone; a route may ask for more by itself.
 * - `channel`: everyone who names a channel by `website_token`.
 * - `visitor`: the visitor whose signed token is in the header `X-Auth-Token`, within the named
 *   channel.
 * - `user`: any agent, by the header `api_access_token`.
 * - `member`: a member of the account in the path, administrators included.
 * - `memberOrBot`: the same, or a bot that answers in one of the account's inboxes.
 * - `administrator`: an administrator of the account in the path.
 */
export type Role = 'public' | 'channel' | 'visitor' | 'user' | (typeof TEAM_ROLES)[number];

interface RouteFacts {
	readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
	/** The path, with `:name` for each parameter; `params` has a schema for each. */
	readonly path: string;
	readonly role: Role;
	/** One sentence for the API reference. */
	readonly summary: string;
	readonly params?: GenericSchema;
	readonly query?: GenericSchema;
	readonly body?: GenericSchema;
	/** Media type of a body that is no JSON: the handler gets its bytes. */
	readonly bodyType?: string;
	/** The body's fields may also be nested under this key. */
	readonly wrapper?: string;
	/**
	 * The body may also be `multipart/form-data`, with nested names such as
	 * `message[attachments][]`: there the file itself takes the place of its signed id.
	 */
	readonly isMultipart?: true;
	/**
	 * Of a visitor who has no conversation it is taken only once the website's challenge is passed,
	 * where it has one.
	 */
	readonly needsCaptcha?: true;
	/** Schema of the JSON answer; absent where the body is empty. */
	readonly response?: GenericSchema;
	/** Media type of a file that is the answer, in place of JSON. */
	readonly file?: string;
	/**
	 * The answer is an item with a tag; a change of it is made only if it still has the tag in
	 * `If-Match`, where there is one (docs/application-api.md, Conditional requests).
	 */
	readonly isConditional?: true;
	/** Success status; 200 when absent. */
	readonly status?: 204;
	/**
	 * Milliseconds that the answer may take, where the caller waits for more than the database;
	 * 4,500 when absent.
	 */
	readonly answerTime?: number;
}

/** The path of something in an inbox, or of the inbox itself. */
export type InboxPath = `${string}/${'conversations' | 'inboxes' | 'inbox_members'}/:id${string}`;

/**
 * Where a route names the conversation, message or website that it is about: in the path, or in the
 * body.
 */
type NamesInbox =
	| { readonly path: InboxPath }
	| { readonly body: GenericSchema<unknown, { message_id: number } | { inbox_id?: number | null | undefined }> };

export type Route = RouteFacts &
	(
		| { readonly inbox?: undefined }
		| ({
				readonly role: 'member' | 'memberOrBot';
				/**
				 * Whether the caller has to be in the inbox of what the request names, as
				 * administrators are in each; where the body need not name any, nothing is asked
				 * then.
				 */
				readonly inbox: 'member';
		  } & NamesInbox)
	);

export type RouteTable = Readonly<Record<string, Route>>;

/** Whether the route is for the team of the account that its path names. */
export function isForTeam({ role }: Route): boolean {
	return TEAM_ROLES.some((name) => name === role);
}

type Parts = 'params' | 'query' | 'body';

/** What a client passes to call a route: params, query and body, where the route has them. */
export type RouteInput<R extends Route> = {
	[P in Parts as R[P] extends GenericSchema ? P : never]: R[P] extends GenericSchema ? InferInput<R[P]> : never;
};

/** What a handler receives: the same, validated. */
export type RouteRequest<R extends Route> = {
	[P in Parts as R[P] extends GenericSchema ? P : never]: R[P] extends GenericSchema ? InferOutput<R[P]> : never;
};

/** What a handler answers and a client gets: the JSON body, the pieces of a file, or nothing. */
export type RouteResponse<R extends Route> = R['response'] extends GenericSchema
	? InferOutput<R['response']>
	: R['file'] extends string
		? AsyncIterable<Uint8Array | string>
		: void;
