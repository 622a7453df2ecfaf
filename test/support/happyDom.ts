import { GlobalWindow } from 'happy-dom';

/** Globals that Node has as well, but that a page's event targets only accept from the page. */
const REPLACED =
	/^(Event|CustomEvent|CloseEvent|MessageEvent|EventTarget|AbortController|AbortSignal|DOMException|[nN]avigator)$/;

/**
 * Installs a happy-dom page's `document`, `HTMLElement`, `localStorage` … as globals, for code that
 * expects a page. Import such code after this call. Returns the undo.
 */
export function installPage(url = 'https://shop.example/'): () => Promise<void> {
	const page = new GlobalWindow({ url });
	const before = new Map<string, PropertyDescriptor | undefined>();
	const install = (name: string, value: unknown) => {
		before.set(name, Object.getOwnPropertyDescriptor(globalThis, name));
		Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
	};
	install('window', page);
	for (const name of Object.getOwnPropertyNames(page)) {
		if (!(name in globalThis) || REPLACED.test(name)) install(name, Reflect.get(page, name));
	}
	return async () => {
		for (const [name, descriptor] of before) {
			if (descriptor) Object.defineProperty(globalThis, name, descriptor);
			else Reflect.deleteProperty(globalThis, name);
		}
		await page.happyDOM.close();
	};
}
