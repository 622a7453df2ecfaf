/** The widget on the preview's page (`/desk/preview`), with settings that are not saved. */
import { beginningOf } from '#protocol/base/characters.ts';
import type { InboxChange } from '#protocol/application/inboxSettings.ts';

/** Characters of one text that fit into an address with all the others. */
const TEXT_MAX = 800;

/**
 * The settings as a part of the preview's address; long texts are cut, as the chat has no room for
 * them at once.
 */
export function encodeDraft(draft: InboxChange): string {
	const json = JSON.stringify(draft, (_name, value: unknown) =>
		typeof value === 'string' ? beginningOf(value, TEXT_MAX) : value,
	);
	const bytes = String.fromCharCode(...new TextEncoder().encode(json));
	return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

interface ShownChat {
	websiteToken: string;
	baseUrl: string;
	/** '' for the website's own. */
	locale: string;
	/** Of the launcher, as the tag's attribute says. */
	type: string;
}

/**
 * Puts the chat into the page, open, with its launcher below; or leads the one that is there to the
 * new address.
 */
export function showChat(page: Document, { websiteToken, baseUrl, locale, type }: ShownChat): void {
	for (const mode of ['inline', 'floating']) {
		const known = page.querySelector(`live-chat-widget[mode=${mode}]`);
		const tag = known ?? page.createElement('live-chat-widget');
		tag.setAttribute('base-url', baseUrl);
		tag.setAttribute('locale', locale);
		tag.setAttribute('type', type);
		if (known) continue;
		tag.setAttribute('website-token', websiteToken);
		tag.setAttribute('mode', mode);
		tag.setAttribute('dark-mode', 'auto');
		if (mode === 'inline')
			Object.assign((tag as HTMLElement).style, { inlineSize: '100%', blockSize: 'calc(100dvh - 96px)' });
		page.body.style.margin = '0';
		page.body.append(tag);
	}
}
