/** The embedding page: what it has said, and what is to be said to it. */
import { atom } from 'jotai/vanilla';
import type { DarkMode, FrameToHost } from '#protocol/frameMessages.ts';

export interface HostFacts {
	/** False in a window of its own: then nobody listens, and the chat is always in view. */
	isPresent: boolean;
	/** The panel is open. A preview does not count. */
	isOpen: boolean;
	/** The panel covers the viewport. */
	isMobile: boolean;
	isBubbleHidden: boolean;
	darkMode: DarkMode;
	/** Address of the page that the visitor looks at, or ''. */
	referrerUrl: string;
}

const factsAtom = atom<HostFacts>({
	isPresent: false,
	isOpen: true,
	isMobile: false,
	isBubbleHidden: false,
	darkMode: 'light',
	referrerUrl: '',
});

export const hostAtom = atom((get) => get(factsAtom));

export const learnAboutHost = atom(null, (_get, set, news: Partial<HostFacts>) => {
	set(factsAtom, (known) => ({ ...known, ...news }));
});

const outgoingAtom = atom<readonly FrameToHost[]>([]);

/** Messages for the host that are still to be posted, in order. */
export const messagesToHostAtom = atom((get) => get(outgoingAtom));

export const tellHost = atom(null, (get, set, message: FrameToHost) => {
	if (get(factsAtom).isPresent) set(outgoingAtom, (waiting) => [...waiting, message]);
});

/** Hands over what is waiting and forgets it. */
export const takeMessagesToHost = atom(null, (get, set): readonly FrameToHost[] => {
	const messages = get(outgoingAtom);
	if (messages.length > 0) set(outgoingAtom, []);
	return messages;
});
