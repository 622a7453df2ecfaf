/**
 * The server as tests run it: with the demo's data, and the settings of the environment. Reports
 * its address to the parent.
 */
import { runProgram } from '../../src/server/base/programs/runProgram.ts';
import { run } from '../../src/server/run.ts';
import { serverArguments } from './serverConfig.ts';

// Ends the server when the test run ends early.
process.on('disconnect', () => process.exit());

await runProgram(async () => {
	const { origin } = await run(...serverArguments(process.env, Number(process.env['TEST_PACE'])));
	process.send?.(origin);
});
