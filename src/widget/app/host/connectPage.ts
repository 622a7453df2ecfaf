/**
 * Connects the frame with what surrounds it: our element's page, Chatwoot's page, an app's web
 * view, or nothing.
 */
import type { WidgetChannel } from '#protocol/entities/channel.ts';
import { loadChunk } from '#client/chunk.ts';
import { updateHostFacts } from '../../features/host/host.ts';
import { openHostChannel } from '../../bridge/hostChannel.ts';
import type { NativeBridge } from '../../bridge/nativeBridge.ts';
import { connectCampaigns } from './connectCampaigns.ts';
import { connectHost } from './connectHost.ts';
import { toggleOpen } from '../routing/navigate.ts';
import { reportToHost } from './reportToHost.ts';
import type { Store } from '../routing/store.ts';

interface Around {
	/** Origin of the page, which our element tells; null where it is not told. */
	hostOrigin: string | null;
	/** Bridge to the app around the web view, if there is one. */
	nativeBridge: NativeBridge | undefined;
}

/** Returns the undo. */
export function connectPage(store: Store, channel: WidgetChannel, { hostOrigin, nativeBridge }: Around): () => void {
	const undos: (() => void)[] = [];
	let isStopped = false;

	if (hostOrigin !== null) {
		const host = connectHost(store, (onMessage) => openHostChannel(hostOrigin, onMessage), true);
		undos.push(reportToHost(store, host), host.close, connectCampaigns(store));
	} else if (window.parent !== window) {
		// Chatwoot's script does not tell the page's origin.
		void loadChunk(() => import('./connectChatwootHost.ts')).then(
			({ connectChatwootHost }) => {
				if (!isStopped) undos.push(connectChatwootHost(store, channel));
			},
			(error: unknown) => {
				console.debug(error);
				if (isStopped) return;
				// Without that script the chat is still shown.
				store.set(updateHostFacts, { isPresent: false });
				store.set(toggleOpen, true);
			},
		);
	} else if (nativeBridge) {
		void loadChunk(() => import('../../bridge/nativeChannel.ts')).then(({ openNativeChannel }) => {
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
