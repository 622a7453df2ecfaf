/**
 * Challenges that tell people from programs: whose they are, and what the chat has to know to show
 * one.
 */
import * as v from 'valibot';

export const CAPTCHA_PROVIDERS = ['turnstile', 'hcaptcha', 'recaptcha'] as const;
export const CaptchaProvider = v.picklist(CAPTCHA_PROVIDERS, `must be one of ${CAPTCHA_PROVIDERS.join(', ')}`);
export type CaptchaProvider = v.InferOutput<typeof CaptchaProvider>;

/** Characters of a proof: those of hCaptcha and reCAPTCHA have a few thousand. */
export const CAPTCHA_PROOF_MAX = 10_000;
