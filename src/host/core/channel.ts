import { fetchChannelLook } from './fetchChannelLook.ts';
import { HostError } from './hostEvents.ts';
import type { ChannelFacts, Part } from './hostState.ts';
import type { HostSettings } from './settings.ts';
import { chooseLocale, loadTexts } from './texts.ts';

/** The channel as the page asks for it, and as its server has it. */
export interface Channel {
	/** What the page asks for. */
	want: (settings: HostSettings) => void;
	/** Asks the server. Answers why the channel is not known, or nothing. */
	ask: (signal: AbortSignal) => Promise<HostError | undefined>;
	/** It is so by what the server says, or by what another tag knew whose place this one takes. */
	learn: (answer: Partial<Omit<ChannelFacts, 'settings'>>) => void;
	/** In the language that is wanted now. */
	speak: () => Promise<void>;
	/** The language that the page wishes for, or the channel's. */
	locale: () => string;
	/** What the page asks for, such as `pt_BR`, or ''. */
	wishedLocale: () => string;
}

export function createChannel({ get, set }: Part<ChannelFacts>): Channel {
	function learn(answer: Partial<ChannelFacts>) {
		set(answer);
		if (answer.look) void speak();
	}

	async function speak() {
		const wanted = locale();
		const texts = await loadTexts(wanted);
		// Meanwhile another one may have been wished for.
		if (wanted === locale()) set({ texts });
	}

	function locale() {
		return chooseLocale(wishedLocale(), get().look?.locale);
	}

	function wishedLocale() {
		const { locale: wished, useBrowserLanguage } = get().settings;
		return useBrowserLanguage ? navigator.language.replace('-', '_') : wished;
	}

	return {
		want: (settings) => set({ settings }),
		async ask(signal) {
			try {
				const look = await fetchChannelLook(get().settings, signal);
				if (!signal.aborted) learn({ channel: 'known', look });
			} catch (error) {
				if (signal.aborted) return undefined;
				if (!(error instanceof HostError)) throw error;
				set({ channel: error.code === 'WEB_WIDGET_NOT_FOUND' ? 'unknown' : 'unreachable' });
				return error;
			}
			return undefined;
		},
		learn,
		speak,
		locale,
		wishedLocale,
	};
}
