/**
 * What servers of tests have in common, in a process of their own (`server.ts`) or in one that they
 * share (`hostedServer.ts`).
 */
import { readSecretKeys } from '../../src/server/base/secretKey.ts';
import type { Settings } from '../../src/server/base/settings.ts';
import { seedDemo } from '../../src/server/demo/seed.ts';
import type { run } from '../../src/server/run.ts';

type Arguments = Parameters<typeof run>;

/** What to call `run` with. @param pace @param captchaUrl see `ServerOptions` */
export function serverArguments(settings: Settings, pace: number, captchaUrl?: string): Arguments {
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
			captchaUrl,
		},
		async (store) => {
			await seedDemo(store, settings.AGENT_TOKEN);
		},
	];
}
