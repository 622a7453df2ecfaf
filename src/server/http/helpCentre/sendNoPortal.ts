/** The page at the address of a portal that does not exist, or is archived. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedLanguages } from '../../language/acceptedLanguages.ts';
import { msg } from '../../language/msg.ts';
import { chooseLocale, translate } from '../../language/translate.ts';
import { messageDocument } from '../pages/messageDocument.ts';
import { policy } from '../routing/securityHeaders.ts';

/** The address names no language, so the reader's browser chooses it. */
export function sendNoPortal(request: FastifyRequest, reply: FastifyReply): FastifyReply {
	const spoken = chooseLocale(...acceptedLanguages(request.headers['accept-language']));
	return reply
		.code(404)
		.headers({
			'Cache-Control': 'no-cache',
			'Content-Type': 'text/html; charset=utf-8',
			// The widget's frame may be on any site, and has to show this page too.
			'Content-Security-Policy': policy({ 'default-src': "'none'" }),
		})
		.send(
			messageDocument(spoken, translate(spoken, msg`This help center does not exist`), [
				translate(spoken, msg`Its address may have changed, or it may have been closed.`),
			]),
		);
}
