/**
 * The tab's title and the installed desk's icon show the number of unread messages, so that an
 * agent in another window sees it.
 */
import { t } from '@lingui/core/macro';
import { unreadTotalAtom } from './conversations/conversations.ts';
import type { Store } from './common/store.ts';

/** Keeps the title up to date from now on; returns the undo. */
export function connectTitle(store: Store): () => void {
	const show = (): void => {
		const count = store.get(unreadTotalAtom);
		const name = t`Agent desk`;
		document.title = count > 0 ? `(${count}) ${name}` : name;
		// Only some systems have badges, and a browser may deny them.
		navigator.setAppBadge?.(count).catch(() => {});
	};
	show();
	return store.sub(unreadTotalAtom, show);
}
