import { SettingError } from '../settings.ts';

/** Runs a program and turns what its user can mend into one line and the error's exit code. */
export async function runProgram(program: () => Promise<void>): Promise<void> {
	try {
		await program();
	} catch (error) {
		if (!(error instanceof SettingError)) throw error;
		console.error(error.message);
		process.exit(error.exitCode);
	}
}
