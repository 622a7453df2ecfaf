/** The tab's title shows the number of unread messages, so that an agent in another tab sees it. */
import { t } from '@lingui/core/macro';
import { unreadTotalAtom } from './conversations/conversations.ts';
import type { Store } from './common/store.ts';

/** Keeps the title up to date from now on; returns the undo. */
export function connectTitle(store: Store): () => void {
	const show = (): void => {
		const count = store.get(unreadTotalAtom);
		const name = t`Agent desk`;
		document.title = count > 0 ? `(${count}) ${name}` : name;
	};
	show();
	return store.sub(unreadTotalAtom, show);
}
