import type { CallProvider } from '../calls/callProvider.ts';
import type { CaptchaVerifier } from '../captcha/captchaVerifier.ts';

/** What other companies do for the visitors. */
export interface Providers {
	calls: CallProvider;
	captchas: CaptchaVerifier;
}
