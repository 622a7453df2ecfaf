/** The part of `node:assert/strict` that tests in a browser use. */

class AssertionError extends Error {
	override name = 'AssertionError';
	actual: unknown;
	expected: unknown;
	constructor(message: string, actual?: unknown, expected?: unknown) {
		super(message);
		this.actual = reportable(actual);
		this.expected = reportable(expected);
	}
}

/**
 * The runner serialises everything that a value refers to; for an element that is the whole page,
 * and never ends.
 */
function reportable(value: unknown): unknown {
	return value instanceof Node ? show(value) : value;
}

type Message = string | Error | undefined;
type HttpError = RegExp | Record<string, unknown> | (new (...args: never[]) => Error);

function fail(message: Message, fallback: string, actual?: unknown, expected?: unknown): never {
	if (message instanceof Error) throw message;
	throw new AssertionError(message ?? fallback, actual, expected);
}

function ok(value: unknown, message?: Message): asserts value {
	if (!value) fail(message, `${show(value)} is not truthy`, value, true);
}

function equal(actual: unknown, expected: unknown, message?: Message): void {
	if (!Object.is(actual, expected)) fail(message, `${show(actual)} is not ${show(expected)}`, actual, expected);
}

function notEqual(actual: unknown, expected: unknown, message?: Message): void {
	if (Object.is(actual, expected)) fail(message, `${show(actual)} is what it should not be`, actual, expected);
}

function deepEqual(actual: unknown, expected: unknown, message?: Message): void {
	if (!isDeepEqual(actual, expected)) fail(message, `${show(actual)} is not ${show(expected)}`, actual, expected);
}

function match(text: string, pattern: RegExp, message?: Message): void {
	if (!pattern.test(text)) fail(message, `${show(text)} does not match ${pattern}`, text, pattern);
}

function doesNotMatch(text: string, pattern: RegExp, message?: Message): void {
	if (pattern.test(text)) fail(message, `${show(text)} matches ${pattern}`, text, pattern);
}

function throws(body: () => unknown, refusal?: HttpError): void {
	try {
		body();
	} catch (error) {
		return checkRefusal(error, refusal);
	}
	fail(undefined, 'nothing was thrown');
}

async function rejects(promise: Promise<unknown> | (() => Promise<unknown>), refusal?: HttpError): Promise<void> {
	try {
		await (typeof promise === 'function' ? promise() : promise);
	} catch (error) {
		return checkRefusal(error, refusal);
	}
	fail(undefined, 'the promise was not rejected');
}

function checkRefusal(error: unknown, refusal: HttpError | undefined): void {
	if (refusal === undefined) return;
	if (typeof refusal === 'function') return ok(error instanceof refusal, `${String(error)} is not a ${refusal.name}`);
	if (refusal instanceof RegExp) return match(String(error), refusal);
	for (const [name, wanted] of Object.entries(refusal)) {
		const value: unknown = Reflect.get(Object(error), name);
		if (wanted instanceof RegExp) match(String(value), wanted);
		else deepEqual(value, wanted);
	}
}

function isDeepEqual(a: unknown, b: unknown): boolean {
	if (Object.is(a, b)) return true;
	if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
	if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false;
	if (a instanceof Node || a instanceof Promise) return false;
	if (a instanceof Date) return a.getTime() === (b as Date).getTime();
	if (a instanceof Map || a instanceof Set) return isDeepEqual([...a], [...(b as Iterable<unknown>)]);
	const keys = Reflect.ownKeys(a);
	return (
		keys.length === Reflect.ownKeys(b).length &&
		keys.every((key) => Object.hasOwn(b, key) && isDeepEqual(Reflect.get(a, key), Reflect.get(b, key)))
	);
}

function show(value: unknown): string {
	if (value instanceof Node) return value.nodeName;
	if (value instanceof Error) return value.message;
	return JSON.stringify(value) ?? String(value);
}

export default Object.assign(ok, {
	ok,
	equal,
	notEqual,
	deepEqual,
	match,
	doesNotMatch,
	throws,
	rejects,
	fail: (message?: string) => fail(message, 'failed'),
});
