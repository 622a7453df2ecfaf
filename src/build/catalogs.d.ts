/** The virtual modules that the build makes of `locales/`: each has the texts of one piece only. */

declare module 'catalogs:host' {
	import type { Messages } from '@lingui/core';

	/** Locale → its catalogue, which loads as a chunk of its own. */
	export const catalogs: Readonly<Record<string, () => Promise<{ messages: Messages }>>>;
	/** The English texts, part of the module itself. */
	export const source: Messages;
}

declare module 'catalogs:widget' {
	import type { Messages } from '@lingui/core';

	/** Locale → its catalogue, which loads as a chunk of its own. */
	export const catalogs: Readonly<Record<string, () => Promise<{ messages: Messages }>>>;
}

declare module 'catalogs:later' {
	import type { Messages } from '@lingui/core';

	/** Locale → its catalogue, which loads as a chunk of its own. */
	export const catalogs: Readonly<Record<string, () => Promise<{ messages: Messages }>>>;
}

declare module 'catalogs:desk' {
	import type { Messages } from '@lingui/core';

	/** Locale → its catalogue, which loads as a chunk of its own. */
	export const catalogs: Readonly<Record<string, () => Promise<{ messages: Messages }>>>;
}

declare module 'catalogs:signIn' {
	import type { Messages } from '@lingui/core';

	/** Locale → its catalogue, which loads as a chunk of its own. */
	export const catalogs: Readonly<Record<string, () => Promise<{ messages: Messages }>>>;
}

declare module 'catalogs:deskLater' {
	import type { Messages } from '@lingui/core';

	/** Locale → its catalogue, which loads as a chunk of its own. */
	export const catalogs: Readonly<Record<string, () => Promise<{ messages: Messages }>>>;
}

declare module 'texts:chat' {
	/**
	 * Id of a text of the chat → its keys in the catalogues, and texts of which one has the
	 * placeholders that it needs.
	 */
	export const chatTexts: Readonly<Record<string, { keys: readonly string[]; references: readonly string[] }>>;
}

declare module 'catalogs:survey' {
	import type { Messages } from '@lingui/core';

	/** Locale → its catalogue, which loads as a chunk of its own. */
	export const catalogs: Readonly<Record<string, () => Promise<{ messages: Messages }>>>;
}
