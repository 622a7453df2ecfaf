/**
 * What the rest of the chat asks where visitors may have several conversations. All of it but this
 * loads there alone (src/widget/app/connectSeveral.ts).
 */
import { atom } from 'jotai/vanilla';
import type { Message } from '#protocol/entities/entities.ts';
import type { ServerEvent } from '#client/realtime.ts';

export interface Several {
	/** Resolves once it is known which conversation the chat shows, and calls name it. */
	prepare: () => Promise<unknown>;
	/** The newest message that the visitor has not seen, of each conversation but this one. */
	unread?: readonly Message[];
	/** How many there are. */
	count?: number;
	/** Takes in an event of another conversation; false for one of this. */
	receive?: (event: ServerEvent) => boolean;
	/**
	 * Goes to an open conversation. Resolves with whether it is shown; with undefined where it is
	 * none of those.
	 */
	choose?: (id: number) => Promise<boolean | undefined>;
	/** The panel opens: with unread messages it shows the conversation of the newest. */
	open?: () => void;
	/** The visitor has closed the preview. */
	see?: () => void;
	stop?: () => void;
}

export const severalAtom = atom<Several>();

/** The parameter with which calls name the conversation; empty for the newest. */
export const namedAtom = atom<Record<string, string>>({});
