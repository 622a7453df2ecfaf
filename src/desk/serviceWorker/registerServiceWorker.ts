import { i18n } from '@lingui/core';
import { DESK_SCOPE, DESK_WORKER } from '#protocol/deskWorker.ts';

/**
 * Registers the desk's service worker in the language of the desk, which it then keeps. Resolves
 * once it can receive pushed messages, and with undefined where the browser has no workers, as on
 * addresses without HTTPS. Rejects if it cannot be installed.
 */
export async function registerServiceWorker(): Promise<ServiceWorkerRegistration | undefined> {
	if (!('serviceWorker' in navigator)) return undefined;
	const registration = await navigator.serviceWorker.register(`${DESK_WORKER}?locale=${i18n.locale}`, {
		scope: DESK_SCOPE,
		updateViaCache: 'none',
	});
	const { active, waiting, installing } = registration;
	const first = waiting ?? installing;
	if (!active && first) await activation(first);
	return registration;
}

function activation(worker: ServiceWorker): Promise<void> {
	return new Promise((resolve, reject) => {
		worker.addEventListener('statechange', () => {
			if (worker.state === 'activated') resolve();
			if (worker.state === 'redundant') reject(new Error('The service worker could not be installed'));
		});
	});
}
