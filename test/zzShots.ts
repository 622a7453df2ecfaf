import { Stage } from './pressing/stage.ts';
import { prepareDesks } from './pressing/deskViews.ts';
import { createAgent } from './server/api.ts';

const stage = await Stage.start();
const { filled } = await prepareDesks(stage, 'ada@example.com').catch(async (error) => {
	console.log(error);
	await stage.stop();
	process.exit(1);
});
await stage.restore(filled, true);
const { page, server } = stage;
const agent = createAgent(server.origin, server.agentToken);
const ids: number[] = [];
for (const [name, status] of [['Open ones', 'open'], ['Resolved, all of them, of whatever team and of any website there is', 'resolved']] as const) {
	const { body } = await agent.call<{ id: number }>('custom_filters', {
		body: { name, query: { payload: [{ attribute_key: 'status', filter_operator: 'equal_to', values: [status], query_operator: null }] } },
	});
	ids.push(body.id);
}
for (const language of ['en', 'ar']) {
	for (const scheme of ['light', 'dark']) {
		await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }, { name: 'prefers-reduced-motion', value: 'reduce' }]);
		for (const width of [1280, 375]) {
			await page.setViewport({ width, height: 800 });
			await page.goto('about:blank');
			await page.goto(`${server.origin}/desk?locale=${language}#/`);
			await page.waitForSelector('nav input[type=radio]');
			const shot = async (name: string) => {
				await new Promise((r) => setTimeout(r, 700));
				await page.screenshot({ path: `/tmp/h/shot-${name}-${language}-${scheme}-${width}.png` as `${string}.png` });
			};
			await page.keyboard.press('v');
			await page.waitForSelector('dialog [role=option]');
			await shot('dialog');
			await page.keyboard.press('ArrowDown');
			await page.keyboard.press('ArrowDown');
			await page.keyboard.press('Enter');
			await shot('view');
			await page.evaluate(() => (location.hash = '#/'));
			await page.waitForSelector('nav input[type=radio]');
			await page.click('nav input[type=radio]');
			continue;
			await page.evaluate(() => (location.hash = '#/settings/team'));
			await shot('settings');
			await page.evaluate(() => (location.hash = '#/settings/people'));
			await shot('people');
			await page.evaluate(() => (location.hash = '#/'));
			await page.waitForSelector('nav input[type=radio]');
			await page.click('nav input[type=radio]');
		}
	}
}
await stage.stop();
process.exit(0);
