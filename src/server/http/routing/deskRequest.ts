/**
 * Requests of the desk's pages, which carry its cookie (docs/application-api.md, The desk's
 * session).
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DESK_HEADER } from '#protocol/application/deskSessionRoutes.ts';
import { isFromOwnPage } from '../../base/deskCookies.ts';
import type { Services } from '../../services/services.ts';

type Own = Pick<Services, 'publicUrl' | 'deskCookie'>;

/**
 * Whether the request is the desk's own: by the header that no page of another site can send, and
 * by the origin that the browser names.
 */
export function isFromDesk(own: Own, request: FastifyRequest): boolean {
	const { headers, protocol, host, method } = request;
	if (headers[DESK_HEADER.toLowerCase()] === undefined) return false;
	const saysWhere = headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;
	if (method !== 'GET' && !saysWhere) return false;
	return isFromOwnPage(headers, [`${protocol}://${host}`, originOf(own.publicUrl)]);
}

/** The session's token; undefined where there is none, or where the request is not the desk's. */
export function deskTokenOf(own: Own, request: FastifyRequest): string | undefined {
	if (!isFromDesk(own, request)) return undefined;
	return own.deskCookie.read(request.headers.cookie, isSecure(own, request));
}

/**
 * The session's token in a request for a page within the desk, which cannot bring the header: only
 * where the browser says, if it says anything, that one of our own pages asked.
 */
export function deskTokenOfPage(own: Own, request: FastifyRequest): string | undefined {
	const { headers, protocol, host } = request;
	if (!isFromOwnPage(headers, [`${protocol}://${host}`, originOf(own.publicUrl)])) return undefined;
	return own.deskCookie.read(headers.cookie, isSecure(own, request));
}

/** Signs the browser in, or out when `token` is null. */
export function setDeskToken(own: Own, request: FastifyRequest, reply: FastifyReply, token: string | null): void {
	reply.header('Set-Cookie', own.deskCookie.write(token, isSecure(own, request), request.headers.cookie));
}

/** Notes that the person with this address has signed in in the browser. */
export function setDevice(
	own: Pick<Services, 'publicUrl' | 'deviceCookie'>,
	request: FastifyRequest,
	reply: FastifyReply,
	email: string,
): void {
	reply.header('Set-Cookie', own.deviceCookie.write(email, isSecure(own, request)));
}

function originOf(url: string): string {
	return url === '' ? '' : new URL(url).origin;
}

function isSecure({ publicUrl }: Pick<Own, 'publicUrl'>, { protocol }: FastifyRequest): boolean {
	return protocol === 'https' || publicUrl.startsWith('https:');
}
