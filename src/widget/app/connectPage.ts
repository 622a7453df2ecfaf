/** Door to what surrounds the frame: our element's page, Chatwoot's, an app's web view, or nothing. */
import type { WidgetChannel } from '#protocol/channel.ts';
import { loadChunk } from '#client/chunk.ts';
import { learnAboutHost } from '../features/host/host.ts';
import { openHostChannel } from '../bridge/hostChannel.ts';
import type { NativeBridge } from '../bridge/nativeBridge.ts';
import { connectCampaigns } from './connectCampaigns.ts';
import { connectHost } from './connectHost.ts';
import { toggleOpen } from './navigate.ts';
import { reportToHost } from './reportToHost.ts';
import type { Store } from './store.ts';

interface Around {
	/** Of the page, which our element says; null where nobody has said it. */
	hostOrigin: string | null;
	/** Of the app around the web view. */
	nativeBridge: NativeBridge | undefined;
}

/** Returns the undo. */
export function connectPage(store: Store, channel: WidgetChannel, { hostOrigin, nativeBridge }: Around): () => void {
	const undos: (() => void)[] = [];
	let isStopped = false;

	if (hostOrigin !== null) {
		const host = connectHost(store, (onMessage) => openHostChannel(hostOrigin, onMessage));
		undos.push(reportToHost(store, host), host.close, connectCampaigns(store));
	} else if (window.parent !== window) {
		// Chatwoot's script does not say whose page it is on.
		void loadChunk(() => import('./connectChatwootHost.ts')).then(
			({ connectChatwootHost }) => {
				if (!isStopped) undos.push(connectChatwootHost(store, channel));
			},
			(error: unknown) => {
				console.debug('live-chat-widget: the page was not spoken to', error);
				if (isStopped) return;
				// It shows all the same.
				store.set(learnAboutHost, { isPresent: false });
				store.set(toggleOpen, true);
			},
		);
	} else if (nativeBridge) {
		void loadChunk(() => import('../bridge/nativeChannel.ts')).then(({ openNativeChannel }) => {
			if (isStopped) return;
			const host = connectHost(store, (onMessage) => openNativeChannel(nativeBridge, onMessage));
			undos.push(reportToHost(store, host, { ...channel }), host.close);
		});
	}
	return () => {
		isStopped = true;
		for (const undo of undos) undo();
	};
}
