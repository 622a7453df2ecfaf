import { fetchChannelLook } from './fetchChannelLook.ts';
import { HostError } from './hostEvents.ts';
import type { ChannelFacts, Part } from './hostState.ts';
import type { HostSettings } from './settings.ts';
import { chooseLocale, loadTexts } from './texts.ts';

/** The channel as the page asks for it, and as its server describes it. */
export interface Channel {
	/** Takes the page's settings. */
	configure: (settings: HostSettings) => void;
	/** Asks the server for the channel. Resolves with the reason if it is not known. */
	load: (signal: AbortSignal) => Promise<HostError | undefined>;
	/** Records facts about the channel, from the server or from the tag that this one replaces. */
	update: (answer: Partial<Omit<ChannelFacts, 'settings'>>) => void;
	/** Loads the texts in the language that is wanted now. */
	setLocale: () => Promise<void>;
	/** The language that the page wants, or the channel's. */
	locale: () => string;
	/** The language that the page asks for, such as `pt_BR`, or ''. */
	requestedLocale: () => string;
}

export function createChannel({ get, set }: Part<ChannelFacts>): Channel {
	function update(answer: Partial<ChannelFacts>) {
		set(answer);
		if (answer.look) void setLocale();
	}

	async function setLocale() {
		const wanted = locale();
		const texts = await loadTexts(wanted, get().look?.texts?.[wanted]);
		// Another language may have been asked for while this one loaded.
		if (wanted === locale()) set({ texts });
	}

	function locale() {
		return chooseLocale(requestedLocale(), get().look?.locale);
	}

	function requestedLocale() {
		const { locale: attribute, useBrowserLanguage } = get().settings;
		return useBrowserLanguage ? navigator.language.replace('-', '_') : attribute;
	}

	return {
		configure: (settings) => set({ settings }),
		async load(signal) {
			try {
				const look = await fetchChannelLook(get().settings, requestedLocale(), signal);
				if (!signal.aborted) update({ channel: 'known', look });
			} catch (error) {
				if (signal.aborted) return undefined;
				if (!(error instanceof HostError)) throw error;
				set({ channel: error.code === 'WEB_WIDGET_NOT_FOUND' ? 'unknown' : 'unreachable' });
				return error;
			}
			return undefined;
		},
		update,
		setLocale,
		locale,
		requestedLocale,
	};
}
