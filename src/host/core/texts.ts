/**
 * The host's texts, by lingui's macros and catalogues. Lingui's runtime can also format dates,
 * currencies and selections, which would add 1.5 kB to every page; the part that these few texts
 * need is below.
 */
import type { MessageDescriptor, Messages } from '@lingui/core';
import { catalogs, source } from 'catalogs:host';
import { chooseLocale as chooseFrom, DEFAULT_LOCALE, languageTag } from '#protocol/base/locales.ts';

export interface Texts {
	readonly locale: string;
	/** The text of a descriptor that `msg` made, in this locale. */
	t: (message: MessageDescriptor) => string;
}

/** English is part of the module, so that the launcher needs no further request for it. */
export const english: Texts = createTexts(DEFAULT_LOCALE, source);

/** The first of `wishes` for which there is a catalogue; else English. */
export function chooseLocale(...wishes: (string | undefined)[]): string {
	return chooseFrom(Object.keys(catalogs), ...wishes);
}

/**
 * The texts in an enabled locale. If the catalogue fails to load they are English, since a launcher
 * has to be shown anyway.
 * @param own in the owner's words, on top of the catalogue's
 */
export async function loadTexts(locale: string, own?: Messages): Promise<Texts> {
	const load = catalogs[locale];
	try {
		const { messages } = locale === DEFAULT_LOCALE || !load ? { messages: source } : await load();
		return createTexts(locale, { ...messages, ...own });
	} catch (error) {
		console.warn('live-chat-widget: no texts:', error);
		return english;
	}
}

export function createTexts(locale: string, messages: Messages): Texts {
	/**
	 * Puts values into a compiled message: text, `[name]`, or `[name, 'plural', choices]`, whose
	 * "#" is the number, in the same digits as on the badge. Intl might use others, but takes as
	 * long to start as everything else here together.
	 */
	function fill(message: Compiled, values: Record<string, unknown>, count?: number): string {
		if (typeof message === 'string') return message;
		return message
			.map((part) => {
				if (typeof part === 'string') return part === '#' ? String(count ?? part) : part;
				const [name, , choices] = part;
				const value = values[name];
				if (!choices) return String(value);
				const number = Number(value);
				const rules = new Intl.PluralRules(languageTag(locale));
				return fill(choices[number] ?? choices[rules.select(number)] ?? choices['other'] ?? '', values, number);
			})
			.join('');
	}

	return {
		locale,
		t: ({ id, message = id, values = {} }) => fill((messages[id] as Compiled | undefined) ?? message, values),
	};
}

/** The part of lingui's compiled messages that these texts use. */
type Compiled =
	| string
	| readonly (string | readonly [name: string, type?: 'plural', choices?: Record<string, Compiled>])[];
