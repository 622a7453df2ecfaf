import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as v from 'valibot';
import type { Route } from '#protocol/base/routes.ts';
import { TABLES } from '../../../src/server/http/pages/documentedRoutes.ts';
import { exampleAnswer, exampleOf, exampleRequest } from '../../../src/server/http/pages/examples.ts';
import { schemaOf } from '../../../src/server/http/pages/routeSchemas.ts';

for (const { table } of TABLES) {
	for (const route of Object.values<Route>(table)) {
		test(`the API reference shows a request that ${route.method} ${route.path} takes`, () => {
			for (const part of [route.body, route.query, route.params]) {
				if (part) assert.deepEqual(v.safeParse(part, exampleOf(schemaOf(part, 'input'))).issues, undefined);
			}
			assert.match(exampleRequest(route), /^curl /);
		});

		test(`the API reference shows an answer that ${route.method} ${route.path} gives`, () => {
			const answer = exampleAnswer(route);
			assert.equal(answer === undefined, route.response === undefined);
			if (route.response && answer !== undefined) {
				assert.deepEqual(v.safeParse(route.response, JSON.parse(answer)).issues, undefined);
			}
		});
	}
}
