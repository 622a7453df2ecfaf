import type { HostSettings } from './settings.ts';

/**
 * Where the tab's own storage, which ends with the tab, has whether the chat is `open` or `closed`.
 */
export function openStateKey({ websiteToken }: HostSettings): string {
	return `lcw_open_${websiteToken}`;
}

/**
 * How this tab's last page left the chat. Undefined where it was never open in this tab, or the
 * browser denies the page its storage.
 */
export function storedOpenState(settings: HostSettings): string | undefined {
	try {
		return sessionStorage[openStateKey(settings)] as string | undefined;
	} catch {
		return undefined;
	}
}

/** Whether the panel is open without anybody opening it in this page. */
export function beginsOpen(settings: HostSettings): boolean {
	return settings.mode !== 'floating' || (settings.rememberOpen && storedOpenState(settings) === 'open');
}
