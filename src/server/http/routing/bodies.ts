/** The types of bodies that are understood, and how queries are parsed. */
import type { FastifyInstance } from 'fastify';
import { cleanBody, storableText, withoutNul } from '../../base/cleanBody.ts';
import { parseForm } from './formBody.ts';
import { Problem } from '../../base/problem.ts';
import { HttpError } from './httpError.ts';
import { httpErrorOf } from './problems.ts';

declare module 'fastify' {
	interface FastifyContextConfig {
		/**
		 * Leaves unpaired surrogates in `content` of JSON: the route joins texts that were cut
		 * between the halves of a character.
		 */
		keepsHalves?: boolean;
	}
}

/** No honest form has more, and to sort 100,000 takes a third of a second. */
const FIELDS_MAX = 1_000;

export function acceptBodies(app: FastifyInstance): void {
	const parseJson = app.getDefaultJsonParser('error', 'error');
	app.removeAllContentTypeParsers();
	app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
		// Some clients name a type without sending a body.
		if (text === '') return done(null, {});
		void parseJson(request, text, (error, body) => {
			if (error) return done(new HttpError(400, { message: 'Body is not valid JSON', attributes: ['body'] }));
			finish(body, done, request.routeOptions.config.keepsHalves);
		});
	});
	// Only a route that says so takes more of it than of anything else.
	app.addContentTypeParser('message/rfc822', { parseAs: 'buffer' }, (_request, mail, done) => done(null, mail));
	app.addContentTypeParser<string>(
		'application/x-www-form-urlencoded',
		{ parseAs: 'string' },
		(_request, text, done) => {
			if (text.split('&', FIELDS_MAX + 1).length > FIELDS_MAX)
				return done(httpErrorOf(new Problem({ code: 'TOO_MANY_VALUES', maximum: FIELDS_MAX })));
			finish(parseForm(text), done);
		},
	);
}

function finish(body: unknown, done: (error: Error | null, body?: unknown) => void, keepsHalves = false): void {
	try {
		const clean = cleanBody(body);
		done(null, keepsHalves && hasContent(body) ? { ...(clean as object), content: withoutNul(body.content) } : clean);
	} catch (error) {
		done(error instanceof Error ? error : new Error(String(error)));
	}
}

function hasContent(body: unknown): body is { content: string } {
	return typeof body === 'object' && body !== null && 'content' in body && typeof body.content === 'string';
}

/**
 * The last value of a repeated name wins, as in Chatwoot; those of a list (`labels[]=a&labels[]=b`)
 * are joined by commas.
 */
export function parseQuery(text: string): Record<string, string> {
	const query = new Map<string, string>();
	for (const [given, value] of new URLSearchParams(text)) {
		const name = storableText(given.replace(/\[\]$/, ''));
		const before = name === given ? undefined : query.get(name);
		query.set(name, before === undefined ? storableText(value) : `${before},${storableText(value)}`);
	}
	return Object.fromEntries(query);
}
