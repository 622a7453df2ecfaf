/**
 * `/strict.html` of the demo: a page whose policy allows the widget by its hash, which is only
 * known after the build.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { readSingleScript } from '../routing/builtFiles.ts';
import { integrityOf } from '../routing/integrityOf.ts';
import { policy } from '../routing/securityHeaders.ts';

export const STRICT_DEMO_FILE = 'strict.html';

export function serveStrictDemoPage(app: FastifyInstance, demoDir: string): void {
	const template = readFileSync(join(demoDir, STRICT_DEMO_FILE), 'utf8');
	const links = integrityOf(readFileSync(join(demoDir, 'pages.js')));
	app.get(`/${STRICT_DEMO_FILE}`, (_request, reply) => {
		const { integrity: widget } = readSingleScript();
		const ownPolicy = policy({
			'default-src': "'none'",
			'script-src': `'${widget}' '${links}'`,
			'style-src': "'self'",
			'connect-src': "'self'",
			'frame-src': "'self'",
			'img-src': "'self' data:",
			'require-trusted-types-for': "'script'",
			'trusted-types': "'none'",
			'base-uri': "'none'",
			'form-action': "'none'",
			'frame-ancestors': "'self'",
		});
		const html = template
			.replace('{{policy}}', ownPolicy.replaceAll('; ', ';\n'))
			.replace('{{integrity}}', widget)
			.replace('src="pages.js"', `src="/pages.js" integrity="${links}" crossorigin`);
		return reply.header('Content-Security-Policy', ownPolicy).type('text/html; charset=utf-8').send(html);
	});
}
