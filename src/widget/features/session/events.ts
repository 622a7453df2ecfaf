/** Reports the visitor's use of the widget to the server (docs/wire.md, Events and campaigns). */
import { atom } from 'jotai/vanilla';
import type { RouteInput } from '#protocol/base/routes.ts';
import { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { hostAtom } from '../host/host.ts';
import { callAsVisitor, sessionAtom } from './session.ts';

type EventBody = RouteInput<typeof widgetRoutes.createEvent>['body'];

const waitingAtom = atom<readonly EventBody[]>([]);

/**
 * The visitor opened the widget. Without a session the event waits for one, since opening alone
 * creates no contact.
 */
export const reportOpened = atom(null, (get, set) => {
	const event: EventBody = {
		name: 'webwidget.triggered',
		event_info: { initiated_at: { timestamp: new Date().toString() }, referer: get(hostAtom).referrerUrl },
	};
	set(waitingAtom, (waiting) => [...waiting, event]);
	if (get(sessionAtom)) set(sendEvents);
});

/**
 * Sends the events that waited for a session. An event that fails is lost, since it only counts for
 * statistics.
 */
export const sendEvents = atom(null, (get, set) => {
	const waiting = get(waitingAtom);
	set(waitingAtom, []);
	for (const body of waiting) {
		callAsVisitor(get, set, widgetRoutes.createEvent, { body }).catch((error: unknown) => {
			console.debug(error);
		});
	}
});
