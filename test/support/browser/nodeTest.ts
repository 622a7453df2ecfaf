/** `node:test` for tests that run in a browser, on top of the runner's mocha. */

type Body = () => void | Promise<void>;
type Register = (name: string, body: Body) => void;
type Hook = (body: Body) => void;

/** What @web/test-runner puts on the page. */
const mocha = globalThis as unknown as {
	describe: Register;
	it: Register & { skip: Register; only: Register };
	before: Hook;
	after: Hook;
	beforeEach: Hook;
	afterEach: Hook;
};

export const { describe, before, after, beforeEach, afterEach } = mocha;
export const test = mocha.it;
export const it = mocha.it;

// What an observer sees too late for this frame it is told in the next one, and nothing is lost. The browser calls that an
// error, and the runner would fail whatever test is under way. https://github.com/w3c/csswg-drafts/issues/5023
addEventListener(
	'error',
	(event) => {
		// A picture that does not load is an error of another kind, without a message.
		if (event instanceof ErrorEvent && event.message.startsWith('ResizeObserver loop'))
			event.stopImmediatePropagation();
	},
	{ capture: true },
);
