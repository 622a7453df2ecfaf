/** The embedding page: what it has told, and the messages that are to be sent to it. */
import { type Atom, atom } from 'jotai/vanilla';
import type { DarkMode } from '#protocol/entities/darkMode.ts';
import type { Answer } from '#protocol/frame/hostMethods.ts';
import type { ToHost } from '#protocol/frame/rareToHost.ts';
import type { FrameTheme } from '#protocol/entities/frameTheme.ts';

export interface HostFacts {
	/**
	 * False in a window of the chat's own: there is no host to send messages to, and the chat is
	 * always visible.
	 */
	isPresent: boolean;
	/** Whether the panel is open. A preview does not count. */
	isOpen: boolean;
	/** Whether the visitor may open the panel soon. */
	isExpected: boolean;
	/** Whether the panel covers the viewport. */
	isMobile: boolean;
	isBubbleHidden: boolean;
	/**
	 * Whether the visitor has interacted with the page, so that the browser lets it play sounds.
	 */
	canPlayAudio: boolean;
	/** Whether unread messages are shown over the page. */
	hasUnreadDialog: boolean;
	/** Whether the page wants a button that opens the chat in a window of its own. */
	hasPopOutButton: boolean;
	/** What the page wants to be asked before, as in the attribute `ask-before`. */
	askBefore?: string | undefined;
	/** Id of what the page says that its visitors write about, as in the attribute `topic`. */
	topic?: string | undefined;
	/** What waits for the page's answer to a question. */
	takeAnswer?: (answer: Answer) => void;
	/** What waits until the page has set its user again. */
	onIdentified?: (() => void) | undefined;
	/** Makes the visitor anonymous, whose user the page has not proven again. */
	onIdentityLost?: () => Promise<void>;
	/** Whether this window was opened from a page, for the chat alone. */
	isPopOut: boolean;
	/**
	 * The browser's `Notification.permission` for the page; undefined where it has none, and until
	 * the page has said so.
	 */
	notifications?: string | undefined;
	darkMode: DarkMode;
	/** Colours, font and radius that the page sets, besides the channel's colour. */
	theme: FrameTheme;
	/** Address of the page that the visitor is on, or ''. */
	referrerUrl: string;
	/** That page's host such as `shop.example`, or ''. */
	referrerHost: string;
}

const factsAtom = atom<HostFacts>({
	isPresent: false,
	isOpen: true,
	isExpected: false,
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

export const updateHostFacts = atom(null, (_get, set, news: Partial<HostFacts>) => {
	set(factsAtom, (known) => ({ ...known, ...news }));
});

const outgoingAtom = atom<readonly ToHost[]>([]);

/** Messages for the host that have not been posted yet, in order. */
export const messagesToHostAtom: Atom<readonly ToHost[]> = outgoingAtom;

export const postToHost = atom(null, (get, set, message: ToHost) => {
	if (get(factsAtom).isPresent) set(outgoingAtom, (waiting) => [...waiting, message]);
});

/** Returns the waiting messages and empties the queue. */
export const takeMessagesToHost = atom(null, (get, set): readonly ToHost[] => {
	const messages = get(outgoingAtom);
	if (messages.length > 0) set(outgoingAtom, []);
	return messages;
});
