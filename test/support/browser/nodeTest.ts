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
