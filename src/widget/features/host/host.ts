/** The embedding page: what it has said, and what is to be said to it. */
import { type Atom, atom } from 'jotai/vanilla';
import type { DarkMode } from '#protocol/darkMode.ts';
import type { FrameToHost } from '#protocol/frameToHost.ts';
import type { FrameTheme } from '#protocol/hostToFrame.ts';

export interface HostFacts {
	/** False in a window of its own: then nobody listens, and the chat is always in view. */
	isPresent: boolean;
	/** The panel is open. A preview does not count. */
	isOpen: boolean;
	/** The panel covers the viewport. */
	isMobile: boolean;
	isBubbleHidden: boolean;
	/** The page has been touched, so browsers let it make a sound. */
	canPlayAudio: boolean;
	/** Unread messages come up over the page. */
	hasUnreadDialog: boolean;
	/** The page wants a button that takes the chat out of it. */
	hasPopOutButton: boolean;
	/** This window was opened for the chat, out of a page. */
	isPopOut: boolean;
	darkMode: DarkMode;
	/** Looks that the page wants, beside the channel's colour. */
	theme: FrameTheme;
	/** Address of the page that the visitor looks at, or ''. */
	referrerUrl: string;
	/** Its host such as `shop.example`, or ''. */
	referrerHost: string;
}

const factsAtom = atom<HostFacts>({
	isPresent: false,
	isOpen: true,
	isMobile: false,
	isBubbleHidden: false,
	canPlayAudio: false,
	hasUnreadDialog: true,
	hasPopOutButton: false,
	isPopOut: false,
	darkMode: 'light',
	theme: {},
	referrerUrl: '',
	referrerHost: '',
});

export const hostAtom: Atom<HostFacts> = factsAtom;

export const learnAboutHost = atom(null, (_get, set, news: Partial<HostFacts>) => {
	set(factsAtom, (known) => ({ ...known, ...news }));
});

const outgoingAtom = atom<readonly FrameToHost[]>([]);

/** Messages for the host that are still to be posted, in order. */
export const messagesToHostAtom: Atom<readonly FrameToHost[]> = outgoingAtom;

export const tellHost = atom(null, (get, set, message: FrameToHost) => {
	if (get(factsAtom).isPresent) set(outgoingAtom, (waiting) => [...waiting, message]);
});

/** Hands over what is waiting and forgets it. */
export const takeMessagesToHost = atom(null, (get, set): readonly FrameToHost[] => {
	const messages = get(outgoingAtom);
	if (messages.length > 0) set(outgoingAtom, []);
	return messages;
});
