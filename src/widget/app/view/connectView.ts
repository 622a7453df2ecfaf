/** Loads React and the views once they are needed; a closed widget works without them. */
import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { type Atom, atom } from 'jotai/vanilla';
import { HOST_TIMEOUT } from '#protocol/base/limits.ts';
import { DEFAULT_LOCALE } from '#protocol/base/locales.ts';
import { loadChunk } from '#client/chunk.ts';
import { hostAtom, postToHost } from '../../features/host/host.ts';
import { localeAtom, showLocale } from '../../features/language/language.ts';
import styles from './connectView.module.css';
import { enableStyles } from './enableStyles.ts';
import { expectViews, prefetchViews, preloadViews } from './preloadViews.ts';
import { isPreviewAtom } from '../routing/route.ts';
import type { Store } from '../routing/store.ts';

const readyAtom = atom(false);

/** Whether the views are drawn, even if the host does not show the frame. */
export const isViewReadyAtom: Atom<boolean> = readyAtom;

const isExpectedAtom = atom((get) => get(hostAtom).isExpected);
const isNeededAtom = atom((get) => get(hostAtom).isOpen || get(isPreviewAtom));

/** Draws the views into `container`. Returns the undo. */
export function connectView(store: Store, container: HTMLElement): () => void {
	let isLoading = false;
	let unmount: (() => void) | undefined;

	async function show() {
		if (!store.get(isNeededAtom) || isLoading || unmount) return;
		isLoading = true;
		preloadViews();
		try {
			const [{ mount }] = await Promise.all([
				loadChunk(() => import('./view.tsx')),
				loadChunk(enableStyles),
				store.set(showLocale),
			]);
			unmount = mount(container, store, () => void startAgain(store));
			store.set(readyAtom, true);
		} catch (error) {
			console.error(error);
			offerToTryAgain(store, container);
		} finally {
			isLoading = false;
		}
	}

	function translate() {
		store.set(showLocale).catch((error: unknown) => console.error(error));
	}

	const undos = [
		store.sub(isExpectedAtom, expectViews),
		store.sub(isNeededAtom, () => void show()),
		store.sub(localeAtom, translate),
		prefetchViews(),
	];
	translate();
	void show();
	return () => {
		undos.forEach((undo) => undo());
		unmount?.();
	};
}

/**
 * It works without React, and without a catalogue: the ids of the texts are shown then, which are
 * English.
 */
function offerToTryAgain(store: Store, container: HTMLElement) {
	if (!i18n.locale) i18n.loadAndActivate({ locale: DEFAULT_LOCALE, messages: {} });
	const text = document.createElement('p');
	text.textContent = i18n._(msg({ id: 'The chat could not be loaded.' }));
	const button = document.createElement('button');
	button.type = 'button';
	button.textContent = i18n._(msg({ id: 'Try again' }));
	button.addEventListener(
		'click',
		() => void startAgain(store).then((hasBegun) => hasBegun || offerToTryAgain(store, container)),
	);
	const notice = document.createElement('div');
	notice.setAttribute('role', 'alert');
	notice.className = styles.failure ?? '';
	notice.append(text, button);
	const hasFocus = container.contains(document.activeElement);
	container.replaceChildren(notice);
	store.set(postToHost, { event: 'drawn' });
	if (hasFocus) button.focus();
}

/**
 * Reloads the page instead of importing again, because browsers remember a module that failed, even
 * one that another module imports. Draft and outbox are stored. It first checks that the server can
 * be reached, since otherwise the browser would show its own error page.
 */
async function startAgain(store: Store): Promise<boolean> {
	try {
		const { ok } = await fetch(location.href, { method: 'HEAD', cache: 'no-store' });
		if (ok) reload(store);
		return ok;
	} catch (error) {
		console.debug(error);
		return false;
	}
}

/**
 * Our host replaces the frame by a new one, and shows that only once it has loaded, so the visitor
 * never sees the browser's error page. Other hosts do not know the message; the frame then reloads
 * itself.
 */
function reload(store: Store) {
	store.set(postToHost, { event: 'startAgain' });
	setTimeout(() => location.reload(), store.get(hostAtom).isPresent ? HOST_TIMEOUT : 0);
}
