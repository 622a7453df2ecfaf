/**
 * The challenge that a website has its visitors pass before the team gets anything of them
 * (docs/wire.md, Captcha).
 */
import type { CaptchaProvider } from '#protocol/entities/captcha.ts';
import type { InboxChange } from '#protocol/application/inboxSettings.ts';
import { Problem, type CaptchaSetting } from '../../base/problem.ts';
import type { WebWidget } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';
import { findCurrentConversation, isProven, type Visitor } from './visitor.ts';

const SETTINGS: readonly CaptchaSetting[] = ['captcha_provider', 'captcha_site_key', 'captcha_secret'];

type Settings = Pick<WebWidget, CaptchaSetting>;

const NOTHING: Settings = { captcha_provider: null, captcha_site_key: null, captcha_secret: null };

export interface Captcha {
	provider: CaptchaProvider;
	siteKey: string;
	secret: string;
}

/** Undefined where visitors are not asked. */
export function captchaOf(widget: Settings): Captcha | undefined {
	const { captcha_provider: provider, captcha_site_key: siteKey, captcha_secret: secret } = widget;
	return provider === null || siteKey === null || secret === null ? undefined : { provider, siteKey, secret };
}

/**
 * What is stored for a change of the settings. Another provider does not know the keys of the one
 * before, and none has no keys.
 */
export function captchaColumns(widget: Settings, change: Pick<InboxChange, CaptchaSetting>): Settings {
	const { captcha_provider = widget.captcha_provider } = change;
	const kept = captcha_provider === widget.captcha_provider ? widget : NOTHING;
	return {
		captcha_provider,
		captcha_site_key: change.captcha_site_key === undefined ? kept.captcha_site_key : change.captcha_site_key,
		captcha_secret: change.captcha_secret === undefined ? kept.captcha_secret : change.captcha_secret,
	};
}

/** Throws CAPTCHA_INCOMPLETE unless there are all three settings, or none. */
export function checkCaptcha(columns: Settings): void {
	const missing = SETTINGS.filter((setting) => columns[setting] === null);
	if (missing.length === 0 || missing.length === SETTINGS.length) return;
	throw new Problem({ code: 'CAPTCHA_INCOMPLETE', missing });
}

/**
 * Throws CAPTCHA_REQUIRED for what the team would get of a visitor, before the challenge is passed.
 * A visitor with a conversation has written before, or was written to; and one whose identity the
 * site has proven is no program.
 */
export async function requireCaptcha(store: Repositories, { channel, session }: Visitor): Promise<void> {
	if (!captchaOf(channel.widget) || session.captcha_passed_at !== null || isProven(session)) return;
	if (await findCurrentConversation(store, session)) return;
	throw new Problem({ code: 'CAPTCHA_REQUIRED' });
}
