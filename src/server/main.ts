/** `npm run serve`: the server in production, without demo data and with rate limits. */
import { runProgram } from './base/runProgram.ts';
import { run } from './run.ts';
import { readSecretKeys } from './base/secretKey.ts';
import { readSettings, SettingError } from './base/settings.ts';

await runProgram(async () => {
	const settings = readSettings(process.env);
	if (settings.SECRET_KEY === undefined && settings.REDIS_URL !== undefined) {
		throw new SettingError(
			'SECRET_KEY must be set where several processes share REDIS_URL: it is the same for all. Make one with "openssl rand -base64 48"',
		);
	}
	const { store } = await run(settings, {
		secretKeys: readSecretKeys(settings),
		hasRateLimits: settings.RATE_LIMITS === 'on',
		isDemo: false,
		logLevel: settings.LOG_LEVEL,
	});
	if (!(await store.users.exist())) {
		console.log(`There is no agent and no channel yet. Make the first ones, with the same environment:
  npm run admin -- create-agent --name "Ada Lee" --email ada@your-site.example
  npm run admin -- create-channel --name "Your site"`);
	}
});
