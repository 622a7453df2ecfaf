/**
 * `npm start`: the try-out with demo data, reachable from this machine only, without rate limits.
 */
import { createLoginLink } from '../domain/people/loginLink.ts';
import { runProgram } from '../base/programs/runProgram.ts';
import { run } from '../run.ts';
import { createFiles } from '../files/files.ts';
import { openStorage } from '../files/openStorage.ts';
import { seedConversations } from './seedConversations.ts';
import { seedDemo } from './seed.ts';
import { seedDemoPages } from './seedDemoPages.ts';
import { readSecretKeys } from '../base/secretKey.ts';
import { readSettings, SettingError } from '../base/settings.ts';
import type { User } from '../store/tables/schema.ts';

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '::1']);

await runProgram(async () => {
	const settings = readSettings(process.env);
	if (!LOOPBACK.has(settings.HOST)) {
		throw new SettingError(
			`HOST ${settings.HOST} is refused: the try-out has demo logins and no rate limits, so it stays on this machine. Use "npm run serve"`,
		);
	}
	const secretKeys = readSecretKeys(settings);
	let agent: User | undefined;
	const { store, origin } = await run(
		{ ...settings, PRIVATE_WEBHOOKS: 'on' },
		{
			secretKeys,
			hasRateLimits: false,
			isDemo: true,
			logLevel: 'warn',
		},
		async (opened) => {
			const isNew = !(await opened.users.hasAdministrator());
			agent = await seedDemo(opened, settings.AGENT_TOKEN);
			await seedDemoPages(opened, agent.id);
			if (!isNew) return;
			await seedConversations(
				opened,
				createFiles({
					blobs: opened.blobs,
					storage: openStorage(settings.DATA_DIR, settings.S3_URL),
					dataDir: settings.DATA_DIR,
					secretKeys,
					baseUrl: '',
					diskFloor: 0,
					linkDays: settings.FILE_LINK_DAYS,
				}),
			);
		},
	);
	const address = origin.replace('[::1]', 'localhost');
	console.log(`
  Live chat is ready.

  Demo page      ${address}/
  Agent desk     ${agent ? await createLoginLink(store, agent, address) : `${address}/desk`}
                 (this link logs in once; start again for another)
  API reference  ${address}/api/docs

  Stop with Ctrl+C.
`);
});
