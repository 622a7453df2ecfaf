/** The visitor asks to be told of answers. */
import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { atom } from 'jotai/vanilla';
import { showAlert } from '../alerts/alerts.ts';
import { hostAtom, postToHost } from '../host/host.ts';
import { noticeSwitch } from './noticeSwitch.ts';

/** Whether the wish is fulfilled: the visitor has it, and the browser lets the page. */
export const isToldAtom = atom((get) => get(noticeSwitch.isOnAtom) && get(hostAtom).notifications === 'granted');

/** Whether the page can show notifications; it has been asked by `lookForNotices`. */
export const canBeToldAtom = atom((get) => get(hostAtom).notifications !== undefined);

/** Asks the page whether its browser has notifications. */
export const lookForNotices = atom(null, (_get, set) => set(postToHost, { event: 'notifications', step: 'look' }));

/** Has the page ask the browser, which asks the visitor unless they have answered before. */
export const askForNotices = atom(null, (get, set) => {
	if (get(hostAtom).notifications === 'denied')
		return set(showAlert, i18n._(msg`Your browser does not allow notifications from this page.`));
	set(noticeSwitch.turn, true);
	set(postToHost, { event: 'notifications', step: 'ask' });
});

export const endNotices = atom(null, (_get, set) => set(noticeSwitch.turn, false));
