/** `/api/docs` for people and `/api/docs.json` for tools, both generated from the route tables. */
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import type { Route, RouteTable } from '#protocol/base/routes.ts';
import { describeCallers, TABLES } from './documentedRoutes.ts';
import { exampleAnswer, exampleRequest } from './examples.ts';
import { html, type Html } from '#markdown/html.ts';
import { openApi } from './openApi.ts';
import { errorResponsesOf } from './errorResponses.ts';
import { fieldsOf, schemaOf, typeText, type Field } from './routeSchemas.ts';
import { policy } from '../routing/securityHeaders.ts';

const STYLE = readFileSync(new URL('./apiReference.css', import.meta.url), 'utf8');

export function serveApiReference(app: FastifyInstance): void {
	// Made at the first request for them: making them takes as long as a sixth of a server's whole
	// start.
	let page: string | undefined;
	let document: object | undefined;
	app.get('/api/docs', async (_request, reply) => {
		reply.headers({
			'Content-Type': 'text/html; charset=utf-8',
			'Content-Security-Policy': policy({
				'default-src': "'none'",
				'style-src': "'self'",
				'frame-ancestors': "'none'",
			}),
		});
		return (page ??= referencePage());
	});
	app.get('/api/docs.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(STYLE));
	app.get('/api/docs.json', async () => (document ??= openApi()));
}

function referencePage(): string {
	return html`<!doctype html>
		<html lang="en">
			<head>
				<meta charset="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<meta name="color-scheme" content="light dark" />
				<title>API reference</title>
				<link rel="stylesheet" href="/api/docs.css" />
			</head>
			<body>
				<header>
					<h1>API reference</h1>
					<p>
						Every route of this server, with an example. JSON in, JSON out; forms are understood too, where numbers and
						truth values are text. Times are whole seconds since 1970 unless a name says otherwise. For tools:
						<a href="/api/docs.json">OpenAPI 3.1</a>.
					</p>
					<p>
						Put your values in the place of those below: <code>VISITOR_TOKEN</code> is <code>auth_token</code> of
						<a href="#post-api-v1-widget-config">POST /api/v1/widget/config</a>, <code>TOKEN</code> an agent’s or a
						bot’s, which <code>npm run admin -- create-token</code> and <code>create-bot</code> print.
					</p>
				</header>
				<nav aria-label="Routes">${TABLES.map(({ title, table }) => contents(title, table))}</nav>
				<main>${TABLES.map(({ title, table }) => section(title, table))}</main>
			</body>
		</html> `.text;
}

function contents(title: string, table: RouteTable): Html {
	return html`<h2>${title}</h2>
		<ul>
			${Object.values(table).map(
				(route) =>
					html`<li>
						<a href="#${anchor(route)}"><b>${route.method}</b> <span>${route.path}</span></a>
					</li>`,
			)}
		</ul>`;
}

function section(title: string, table: RouteTable): Html {
	return html`<section>
		<h2>${title}</h2>
		${Object.values(table).map(article)}
	</section>`;
}

function article(route: Route): Html {
	return html`<article id="${anchor(route)}">
		<h3><b>${route.method}</b> <code>${route.path}</code></h3>
		<p>${route.summary}</p>
		<p class="role">${describeCallers(route)}</p>
		<pre tabindex="0" aria-label="Example request">${exampleRequest(route)}</pre>
		${fieldTable('Path', fieldsOf(route.params))} ${fieldTable('Query', fieldsOf(route.query))}
		${route.body ? textBlock(route.isMultipart ? 'Body: also as multipart/form-data, with files in the place of signed ids' : 'Body', typeText(schemaOf(route.body, 'input'))) : html``}
		${route.bodyType === undefined ? html`` : html`<p>Takes a body of type ${route.bodyType}.</p>`}
		${route.response ? textBlock('Answer', typeText(schemaOf(route.response, 'output'))) : html`<p>Answers ${route.status ?? 200} ${route.file === undefined ? 'without a body' : `with a file of type ${route.file}`}.</p>`}
		${textBlock('Example answer', exampleAnswer(route))} ${refusalTable(route)}
	</article>`;
}

function refusalTable(route: Route): Html {
	return html`<details>
		<summary>Errors</summary>
		<table>
			<thead>
				<tr>
					<th>Status</th>
					<th>When</th>
					<th>Body</th>
				</tr>
			</thead>
			<tbody>
				${errorResponsesOf(route).map(
					({ status, when, body }) =>
						html`<tr>
							<td>${status}</td>
							<td>${when}</td>
							<td><code>${typeof body === 'string' ? body : JSON.stringify(body)}</code></td>
						</tr>`,
				)}
			</tbody>
		</table>
	</details>`;
}

function fieldTable(caption: string, fields: readonly Field[]): Html {
	if (fields.length === 0) return html``;
	return html`<table>
		<caption>
			${caption}
		</caption>
		<thead>
			<tr>
				<th>Name</th>
				<th>Type</th>
				<th></th>
			</tr>
		</thead>
		<tbody>
			${fields.map(
				({ name, isRequired, schema }) =>
					html`<tr>
						<td><code>${name}</code></td>
						<td><code>${typeText(schema)}</code></td>
						<td>${isRequired ? 'required' : 'optional'}</td>
					</tr>`,
			)}
		</tbody>
	</table>`;
}

function textBlock(caption: string, text: string | undefined): Html {
	if (text === undefined) return html``;
	return html`<details>
		<summary>${caption}</summary>
		<pre tabindex="0">${text}</pre>
	</details>`;
}

function anchor(route: Route): string {
	return `${route.method}-${route.path}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}
