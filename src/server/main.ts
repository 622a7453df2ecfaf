/** `npm run serve`: for real. No demo data, SECRET_KEY demanded, rate limits on. */
import { run, runProgram } from './run.ts';
import { readSettings, SettingError } from './settings.ts';

await runProgram(async () => {
	const settings = readSettings(process.env);
	if (settings.SECRET_KEY === undefined) {
		throw new SettingError(
			'SECRET_KEY must be set: it signs the visitors\' tokens. Make one with "openssl rand -base64 48"',
		);
	}
	const { store } = await run(settings, {
		secretKey: settings.SECRET_KEY,
		hasRateLimits: settings.RATE_LIMITS === 'on',
		isDemo: false,
		logLevel: 'info',
	});
	if (!(await store.users.exist())) {
		console.log(`There is no agent and no channel yet. Make the first ones, with the same environment:
  npm run admin -- create-agent --name "Ada Lee" --email ada@your-site.example
  npm run admin -- create-channel --name "Your site"`);
	}
});
