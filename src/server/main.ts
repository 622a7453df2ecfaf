/** `npm run serve`: the server in production, without demo data and with rate limits. */
import { resolve } from 'node:path';
import { runProgram } from './base/programs/runProgram.ts';
import { createSetupLink } from './domain/people/firstRun.ts';
import { run } from './run.ts';
import { readConfiguredSettings } from './base/configuredSettings.ts';
import { readSecretKeys } from './base/secretKey.ts';
import { SettingError } from './base/settings.ts';

await runProgram(async () => {
	const { settings, args } = readConfiguredSettings(process.argv.slice(2), process.env);
	if (args[0] !== undefined) throw new SettingError(`${args[0]} is no option: there is --config <file>`);
	if (settings.SECRET_KEY === undefined && settings.REDIS_URL !== undefined) {
		throw new SettingError(
			'SECRET_KEY must be set where several processes share REDIS_URL: it is the same for all. Make one with "openssl rand -base64 48"',
		);
	}
	const { store, origin } = await run(settings, {
		secretKeys: readSecretKeys(settings),
		hasRateLimits: settings.RATE_LIMITS === 'on',
		isDemo: false,
		logLevel: settings.LOG_LEVEL,
		formerBuilds: resolve(settings.DATA_DIR, 'builds'),
	});
	const link = await createSetupLink(store, settings.PUBLIC_URL ?? hereOf(origin));
	if (link !== undefined) {
		console.log(`There is no administrator yet. Whoever opens this address first, within a day, becomes one:
  ${link}`);
	}
});

/** The server's address in a browser on this machine. */
function hereOf(origin: string): string {
	return origin.replace(/\[::1?\]|0\.0\.0\.0/, 'localhost');
}
