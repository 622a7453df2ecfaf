/** The challenge before a visitor's first message (docs/wire.md, Captcha). */
import type { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { Problem } from '../../base/problem.ts';
import { captchaOf } from '../../domain/contacts/captcha.ts';
import type { Services } from '../../services/services.ts';
import type { Handlers } from '../routing/registerRoutes.ts';

/** What providers say where not the visitor is wrong, but the website's keys are. */
const WRONG_KEYS = /secret|site-?key/;

export function visitorCaptchaHandlers({
	store,
	captchas,
}: Services): Pick<Handlers<typeof widgetRoutes>, 'passCaptcha'> {
	return {
		async passCaptcha({ visitor: { channel, session }, body, http }) {
			const captcha = captchaOf(channel.widget);
			// The answer to the first attempt may have been lost.
			if (!captcha || session.captcha_passed_at !== null) return;
			const about = { provider: captcha.provider, website: channel.inbox.name };
			const { isPassed, codes } = await captchas.verify(captcha, body.response).catch((error: unknown) => {
				http.log.warn({ ...about, err: error }, 'the provider of the captcha does not answer');
				throw new Problem({ code: 'UNAVAILABLE' });
			});
			if (!isPassed) {
				if (codes.some((code) => WRONG_KEYS.test(code)))
					http.log.error(
						{ ...about, codes },
						"the provider of the captcha refuses the website's keys: nobody new can write",
					);
				throw new Problem({ code: 'CAPTCHA_REFUSED' });
			}
			await store.sessions.markCaptchaPassed(session.id);
		},
	};
}
