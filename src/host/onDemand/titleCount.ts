/** Puts the number of unread messages in front of the page's title, for pages that want it. */
import type { HostApi } from '../core/hostApi.ts';

/** The count of every widget on the page: they share one title. */
const counts = new Map<HostApi, number>();
let watch: MutationObserver | undefined;
/** The page's own title, and the title with the number. */
let own: string | undefined;
let shown: string | undefined;
let prefix = '';

/** Counts this widget's messages until `signal` is aborted, then restores the page's title. */
export function followTitleCount(host: HostApi, signal: AbortSignal): void {
	const follow = () => {
		const { settings, unreadCount } = host.store.get();
		count(host, settings.titleCount ? unreadCount : 0);
	};
	const undo = host.store.subscribe(follow);
	follow();
	signal.addEventListener('abort', () => {
		undo();
		count(host, 0);
	});
}

function count(host: HostApi, unread: number): void {
	if ((counts.get(host) ?? 0) === unread) return;
	if (unread > 0) counts.set(host, unread);
	else counts.delete(host);
	show();
}

function show(): void {
	const element = titleElement();
	if (!element) return;
	// The page has changed its title since, so that is its own title now, without the number where
	// it has read that, too.
	const title = element.textContent;
	if (title !== shown) own = title.startsWith(prefix) ? title.slice(prefix.length) : title;
	const sum = [...counts.values()].reduce((all, one) => all + one, 0);
	if (sum === 0) {
		watch?.disconnect();
		watch = undefined;
		shown = undefined;
		prefix = '';
		if (own !== undefined && element.textContent !== own) element.textContent = own;
		return;
	}
	prefix = `(${sum}) `;
	shown = prefix + own;
	if (element.textContent !== shown) element.textContent = shown;
	if (watch) return;
	watch = new MutationObserver(() => {
		if (titleElement()?.textContent !== shown) show();
	});
	watch.observe(document.head, { childList: true, characterData: true, subtree: true });
}

/** A page without a title element gets none. */
function titleElement(): HTMLTitleElement | null {
	return document.head.querySelector('title');
}
