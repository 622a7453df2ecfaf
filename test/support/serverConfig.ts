/**
 * What servers of tests have in common, in a process of their own (`server.ts`) or in one that they
 * share (`hostedServer.ts`).
 */
import { readSecretKeys } from '../../src/server/base/secretKey.ts';
import { readSettings } from '../../src/server/base/settings.ts';
import { seedDemo } from '../../src/server/demo/seed.ts';
import type { run } from '../../src/server/run.ts';

type Arguments = Parameters<typeof run>;

/** What to call `run` with. @param pace see `ServerOptions` @param environment names stand-ins */
export function serverArguments(environment: NodeJS.ProcessEnv, pace: number): Arguments {
	const settings = readSettings(environment);
	return [
		settings,
		{
			secretKeys: readSecretKeys(settings),
			hasRateLimits: settings.RATE_LIMITS === 'on',
			isDemo: true,
			mayShareDatabase: true,
			// Nobody reads it.
			logLevel: 'silent',
			// Tests tell the server who is there before they ask whom it mails.
			presenceSettling: 0,
			// A password takes a tenth of a second otherwise, and hundreds are tried.
			passwordWork: { ln: 10, r: 8, p: 1 },
			pace,
			captchaUrl: environment['TEST_CAPTCHA_URL'],
			dnsServer: environment['TEST_DNS_SERVER'],
		},
		async (store) => {
			await seedDemo(store, settings.AGENT_TOKEN);
		},
	];
}
