/**
 * Asks the providers of challenges whether a proof is right. All three answer the same question in
 * the same way.
 */
import * as v from 'valibot';
import type { CaptchaProvider } from '#protocol/entities/captcha.ts';

/** Milliseconds; less than the answer to the visitor may take. */
const TIMEOUT = 4_000;

const ADDRESSES: Record<CaptchaProvider, string> = {
	turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
	hcaptcha: 'https://api.hcaptcha.com/siteverify',
	recaptcha: 'https://www.google.com/recaptcha/api/siteverify',
};

const Verdict = v.object({ success: v.boolean(), 'error-codes': v.optional(v.array(v.string()), []) });

export interface CaptchaVerifier {
	/**
	 * Whether the visitor has passed; otherwise the provider's codes say why not. Rejects where the
	 * provider does not answer, or not now. A proof is right once: the provider refuses it the
	 * second time.
	 */
	verify(
		keys: { provider: CaptchaProvider; secret: string },
		response: string,
	): Promise<{ isPassed: boolean; codes: string[] }>;
}

/** @param url where to ask instead of at the provider */
export function createCaptchaVerifier(url?: string): CaptchaVerifier {
	return {
		// The visitor's address is left out: the browser may have reached the provider by another
		// one (IPv4, IPv6).
		async verify({ provider, secret }, response) {
			const answer = await fetch(url ?? ADDRESSES[provider], {
				method: 'POST',
				body: new URLSearchParams({ secret, response }),
				redirect: 'error',
				signal: AbortSignal.timeout(TIMEOUT),
			});
			const { success, 'error-codes': codes } = v.parse(Verdict, await answer.json());
			if (codes.includes('internal-error')) throw new Error('The provider has failed');
			return { isPassed: success, codes };
		},
	};
}
