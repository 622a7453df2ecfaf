/**
 * Texts in the owner's words on top of the catalogues': the website's, and the page's on top of
 * those. Loaded where there are any.
 */
import { i18n, type Messages } from '@lingui/core';
import type { ChannelTexts, WidgetPage } from '#protocol/entities/channel.ts';
import { languageTag } from '#protocol/base/locales.ts';
import { READ_TIMEOUT } from '#protocol/base/limits.ts';
import type { CompiledTexts, PageTexts } from '#protocol/entities/ownTexts.ts';
import { textRoutes } from '#protocol/textRoutes.ts';
import { createRestClient } from '#client/rest.ts';

const call = createRestClient({ baseUrl: '', headers: () => ({}), query: () => ({}) });

/** Language → the website's texts in it. */
const ofWebsite = new Map<string, CompiledTexts>();
let ofPage: PageTexts = {};
const followers = new Set<(texts: PageTexts) => void>();
/** What the catalogue of the language that is shown has in place of the texts on top of it. */
let covered: Messages = {};
let coveredLocale = '';

/**
 * Loads what the owner says in this language. Answers the page with the channel's texts in it.
 * Never rejects: where they cannot be loaded, those of the catalogue, and of the language before,
 * are shown.
 */
export async function loadOwnersTexts(page: WidgetPage, locale: string): Promise<WidgetPage> {
	const { channel, texts } = page;
	if (texts) {
		const known = ofWebsite.get(locale) ?? texts[locale];
		if (known) ofWebsite.set(locale, known);
		else await fetchTexts(channel.websiteToken, locale);
		cover();
	}
	// The document comes with those of its own language.
	if (!channel.isTranslated || document.documentElement.lang === languageTag(locale)) return page;
	return { ...page, channel: { ...channel, ...(await fetchChannelTexts(channel.websiteToken, locale)) } };
}

async function fetchChannelTexts(website_token: string, locale: string): Promise<ChannelTexts | undefined> {
	try {
		return await call(textRoutes.showChannelTexts, { query: { website_token, locale } }, { timeout: READ_TIMEOUT });
	} catch (error) {
		console.debug("live-chat-widget: the channel's texts could not be read", error);
		return undefined;
	}
}

async function fetchTexts(website_token: string, locale: string): Promise<void> {
	try {
		ofWebsite.set(
			locale,
			await call(textRoutes.showTexts, { query: { website_token, locale } }, { timeout: READ_TIMEOUT }),
		);
	} catch (error) {
		console.debug('live-chat-widget: texts could not be read', error);
	}
}

/** Puts these in place of the page's texts before. */
export function setPageTexts(texts: PageTexts): void {
	ofPage = texts;
	for (const follow of followers) follow(texts);
	const restored = covered;
	covered = {};
	// The texts on top come back with the event that this fires.
	i18n.load(i18n.locale, restored);
}

/**
 * Tells `follow` the page's texts, if it has given any, and all that it gives from now on. Returns
 * the undo.
 */
export function followPageTexts(follow: (texts: PageTexts) => void): () => void {
	if (Object.keys(ofPage).length > 0) follow(ofPage);
	followers.add(follow);
	return () => void followers.delete(follow);
}

/**
 * Catalogues arrive one after the other, and each brings its own texts: those on top are put there
 * again.
 */
function cover(): void {
	const { locale, messages } = i18n;
	if (locale !== coveredLocale) covered = {};
	coveredLocale = locale;
	const own: Messages = { ...ofWebsite.get(locale), ...ofPage[''], ...ofPage[locale] };
	const missing = Object.keys(own).filter((key) => messages[key] !== own[key]);
	for (const key of missing) if (messages[key] !== undefined) covered[key] = messages[key];
	if (missing.length > 0) i18n.load(locale, own);
}

i18n.on('change', cover);
