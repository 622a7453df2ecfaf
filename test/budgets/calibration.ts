import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { startHostPage, type HostPage } from '../support/hostPage.ts';

/**
 * A page with the least that a launcher could be: Preact, and one button in a shadow root. How long that takes tells how fast
 * this machine is at this moment, which no number of milliseconds can.
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
