/** Tells the host facts that the frame owns, whenever they change. */
import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { atom } from 'jotai/vanilla';
import { connectionAtom } from '../../features/connection/connection.ts';
import { messagesToHostAtom, takeMessagesToHost, postToHost } from '../../features/host/host.ts';
import { shownLocaleAtom } from '../../features/language/language.ts';
import { hasPendingAtom } from '#models/outbox.ts';
import { authTokenAtom, hasEndedElsewhereAtom } from '../../features/session/session.ts';
import { measuredPreviewAtom, unreadCountAtom } from '../../features/unread/unread.ts';
import type { HostChannel } from '../../bridge/hostChannel.ts';
import { isPreviewAtom } from '../routing/route.ts';
import { isViewReadyAtom } from '../view/connectView.ts';
import type { Store } from '../routing/store.ts';

/** Height of the preview around its content, in CSS pixels. */
const UNREAD_PREVIEW_CHROME = 48;

export const reportLabel = atom(null, (get, set) => {
	if (get(shownLocaleAtom)) set(postToHost, { event: 'setBubbleLabel', label: i18n._(msg`Chat with us`) });
});

/**
 * Returns the undo. Every message goes through the outgoing queue of `host.ts`, so that the order
 * is kept.
 * @param channelConfig the channel's settings, for an app, which has no other way to read them
 */
export function reportToHost(store: Store, channel: HostChannel, channelConfig?: Record<string, unknown>): () => void {
	const post = () => store.set(takeMessagesToHost).forEach(channel.post);

	const reportToken = () => {
		const authToken = store.get(authTokenAtom);
		if (authToken) store.set(postToHost, { event: 'setAuthCookie', data: { widgetAuthToken: authToken } });
	};
	const reportEnd = () => {
		if (store.get(hasEndedElsewhereAtom)) store.set(postToHost, { event: 'visitEnded' });
	};
	const reportPending = () =>
		store.set(postToHost, { event: 'setOutboxPending', isPending: store.get(hasPendingAtom) });
	// A visitor who reads sees a new message as soon as it is counted, which the page need not hear
	// of.
	const reportUnread = () =>
		queueMicrotask(() =>
			store.set(postToHost, { event: 'handleNotificationDot', unreadMessageCount: store.get(unreadCountAtom) }),
		);
	// Before the views are drawn and measured, the preview would be empty.
	const isPreviewShownAtom = atom((get) => get(isPreviewAtom) && get(isViewReadyAtom) && get(measuredPreviewAtom) > 0);
	const reportHeight = () => {
		const height = store.get(measuredPreviewAtom);
		if (!store.get(isPreviewShownAtom)) return;
		store.set(postToHost, {
			event: 'updateIframeHeight',
			isFixedHeight: true,
			extraHeight: UNREAD_PREVIEW_CHROME + height,
		});
	};
	const reportPreview = () => {
		if (store.get(isPreviewShownAtom)) {
			reportHeight();
			store.set(postToHost, { event: 'setUnreadMode' });
		} else {
			store.set(postToHost, { event: 'resetUnreadMode' });
			store.set(postToHost, { event: 'updateIframeHeight', isFixedHeight: false });
		}
	};
	const reportConnection = () =>
		store.set(postToHost, { event: 'connectionChanged', state: store.get(connectionAtom) });

	const authToken = store.get(authTokenAtom);
	const mayTell = authToken !== undefined && !channel.isGreetingOpen;
	store.set(postToHost, {
		event: 'loaded',
		config: { ...(mayTell && { authToken }), ...(channelConfig && { channelConfig }) },
	});
	if (store.get(hasPendingAtom)) reportPending();
	post();
	const undos = [
		store.sub(messagesToHostAtom, post),
		store.sub(authTokenAtom, reportToken),
		store.sub(hasEndedElsewhereAtom, reportEnd),
		store.sub(hasPendingAtom, reportPending),
		store.sub(unreadCountAtom, reportUnread),
		store.sub(isPreviewShownAtom, reportPreview),
		store.sub(measuredPreviewAtom, reportHeight),
		store.sub(shownLocaleAtom, () => store.set(reportLabel)),
		store.sub(connectionAtom, reportConnection),
	];
	return () => undos.forEach((undo) => undo());
}
