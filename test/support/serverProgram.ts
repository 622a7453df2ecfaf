/** The server as tests run it: with the demo's data, and the settings of the environment. Reports its address to the parent. */
import { runProgram } from '../../src/server/base/runProgram.ts';
import { readSecretKeys } from '../../src/server/base/secretKey.ts';
import { run } from '../../src/server/run.ts';
import { seedDemo } from '../../src/server/demo/seed.ts';
import { readSettings } from '../../src/server/base/settings.ts';

// Ends the server when the test run ends early.
process.on('disconnect', () => process.exit());

await runProgram(async () => {
	const settings = readSettings(process.env);
	const { origin } = await run(
		settings,
		{
			secretKeys: readSecretKeys(settings),
			hasRateLimits: settings.RATE_LIMITS === 'on',
			isDemo: true,
			logLevel: 'warn',
			// Tests tell the server who is there before they ask whom it mails.
			presenceSettling: 0,
			// A password takes a tenth of a second otherwise, and hundreds are tried.
			passwordWork: { ln: 10, r: 8, p: 1 },
			pace: Number(process.env['TEST_PACE']),
		},
		async (store) => {
			await seedDemo(store, settings.AGENT_TOKEN);
		},
	);
	process.send?.(origin);
});
