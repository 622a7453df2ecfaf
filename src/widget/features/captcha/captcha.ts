/**
 * The challenge before a visitor's first message (docs/wire.md, Captcha), by the script of its
 * provider.
 */
import { atom } from 'jotai/vanilla';
import type { CaptchaProvider } from '#protocol/entities/captcha.ts';
import { SEND_TIMEOUT } from '#protocol/base/limits.ts';
import { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { callAsVisitor } from '../session/session.ts';
import { waitingQuietlyAtom } from '../session/waitForPass.ts';
import { waitingAtom } from '../session/waiting.ts';

/** Milliseconds after which the script of a captcha counts as not loaded. */
const CAPTCHA_TIMEOUT = 20_000;

/** What the scripts of all three providers have in common, under different names. */
interface Captcha {
	render: (element: HTMLElement, options: Record<string, unknown>) => unknown;
	/** reCAPTCHA has none. */
	remove?: (id: unknown) => void;
}

/** The script, and the name of the global object that it brings. */
export const PROVIDERS: Record<CaptchaProvider, { script: string; name: string }> = {
	turnstile: { script: 'https://challenges.cloudflare.com/turnstile/v0/api.js', name: 'turnstile' },
	hcaptcha: { script: 'https://js.hcaptcha.com/1/api.js', name: 'hcaptcha' },
	recaptcha: { script: 'https://www.google.com/recaptcha/api.js', name: 'grecaptcha' },
};

/** The scripts call a global function of this name when they are ready. */
const READY = 'onCaptchaReady';

export interface Challenge {
	provider: CaptchaProvider;
	siteKey: string;
	/** BCP 47. */
	language: string;
	theme: 'light' | 'dark';
	onPassed: (proof: string) => void;
	onFailed: () => void;
}

/**
 * Shows the challenge in the element. Resolves with what takes it away; rejects where the
 * provider's script does not load.
 */
export async function showChallenge(
	element: HTMLElement,
	{ provider, siteKey, language, theme, onPassed, onFailed }: Challenge,
): Promise<() => void> {
	const captcha = await load(provider, language);
	const id = captcha.render(element, {
		sitekey: siteKey,
		theme,
		language,
		// Those of all three are 300 px wide or a little more, and half of that otherwise.
		size: element.clientWidth < 304 ? 'compact' : 'normal',
		callback: onPassed,
		'error-callback': onFailed,
		'expired-callback': onFailed,
	});
	return () => captcha.remove?.(id);
}

/** Gives the proof to the server, and lets go on what waits for it. Rejects with a RequestError. */
export const passCaptcha = atom(null, async (get, set, response: string) => {
	await callAsVisitor(get, set, widgetRoutes.passCaptcha, { body: { response } }, { timeout: SEND_TIMEOUT });
	// Who the visitor is comes before what they have written.
	for (const goOn of [...get(waitingQuietlyAtom), ...get(waitingAtom)]) goOn();
});

function load(provider: CaptchaProvider, language: string): Promise<Captcha> {
	const { script: address, name } = PROVIDERS[provider];
	const globals = window as unknown as Record<string, unknown>;
	const find = () => globals[name] as Captcha | undefined;
	const known = find();
	// That of reCAPTCHA has no `render` before it is ready.
	if (known?.render) return Promise.resolve(known);
	const script = document.createElement('script');
	let timer: ReturnType<typeof setTimeout> | undefined;
	const loaded = new Promise<Captcha>((resolve, reject) => {
		const fail = () => reject(new Error(`The script of ${provider} does not load`));
		globals[READY] = () => {
			const ready = find();
			if (ready) resolve(ready);
			else fail();
		};
		// Also where the page's policy, or an extension, blocks it.
		script.addEventListener('error', fail);
		timer = setTimeout(fail, CAPTCHA_TIMEOUT);
		script.src = `${address}?render=explicit&onload=${READY}&hl=${language}`;
		document.head.append(script);
	});
	return loaded.finally(() => {
		clearTimeout(timer);
		script.remove();
	});
}
