import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { startHostPage, type HostPage } from '../support/hostPage.ts';

/**
 * A page with the smallest possible launcher: Preact, and one button in a shadow root. The time
 * that it takes shows how fast this machine is at the moment, so budgets are multiples of it
 * instead of milliseconds.
 */
export async function startCalibrationPage(): Promise<HostPage> {
	const { outputFiles } = await build({
		entryPoints: [fileURLToPath(import.meta.resolve('./calibrationScript.ts'))],
		bundle: true,
		minify: true,
		format: 'esm',
		write: false,
	});
	const script = outputFiles.map(({ text }) => text).join('');
	return startHostPage({ embed: `<script type="module">${script}</script>` });
}
