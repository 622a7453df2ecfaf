/** Implements `node:test` for tests in a browser, on top of the runner's mocha. */

type Body = () => void | Promise<void>;
type Register = (name: string, body: Body) => void;
type Hook = (body: Body) => void;

/** The globals that @web/test-runner adds to the page. */
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

// An observer that is notified too late for this frame is notified in the next one, and nothing is
// lost. The browser reports that as an error, for which the runner would fail the current test.
// https://github.com/w3c/csswg-drafts/issues/5023
addEventListener(
	'error',
	(event) => {
		// The error event of a picture that does not load has no message.
		if (event instanceof ErrorEvent && event.message.startsWith('ResizeObserver loop'))
			event.stopImmediatePropagation();
	},
	{ capture: true },
);
