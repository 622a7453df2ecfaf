/**
 * Pages of a help centre `help`, for tests that show some in a frame; `broken` is one that fails,
 * `never` one without an answer.
 */
interface Exchange {
	path: string;
	query: Record<string, string | string[] | undefined>;
	status: number;
	type: string;
	body: string;
	set: (name: string, value: string) => void;
}

/** Middleware of the test runner's server. */
export async function serveHelpCentre(context: Exchange, next: () => Promise<void>): Promise<void> {
	const [, hc, portal, ...rest] = context.path.split('/');
	if (hc !== 'hc' || portal !== 'help') return next();
	const name = rest.at(-1) ?? '';
	if (name === 'never') await new Promise(() => {});
	context.status = name === 'broken' ? 500 : 200;
	context.type = 'html';
	context.set('Cache-Control', 'no-store');
	context.body = `<!doctype html>
		<html lang="en" data-theme="${context.query['theme'] === 'dark' ? 'dark' : 'light'}">
			<title>${name} · Help</title>
			<main>
				<h1>${name}</h1>
				<a id="next" href="/hc/help/articles/next?show_plain_layout=${String(context.query['show_plain_layout'])}">Next</a>
				<a id="out" href="/elsewhere">Out</a>
			</main>
		</html>`;
}
