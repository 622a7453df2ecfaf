/**
 * `npm run fixture` keeps a database with data of every kind in `test/fixtures`, as the version of
 * package.json leaves it: at a release, once, after the version was set. Later versions' tests open
 * it. With `TEST_DATABASE_URL` it keeps one of PostgreSQL too, which needs `pg_dump`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../src/build/root.ts';
import { createDatabase } from './server/services.ts';
import { keepRelease, listReleases } from './support/releaseFixture.ts';

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
if (listReleases().includes(version)) throw new Error(`test/fixtures/${version} is there already`);
await keepRelease(version, 'sqlite', {});
if (process.env['TEST_DATABASE_URL']) {
	const { options, cleanUp } = await createDatabase();
	await keepRelease(version, 'postgres', options);
	await cleanUp();
}
console.log(`test/fixtures/${version}`);
