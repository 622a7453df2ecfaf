/** Opens the chat in a window of its own (docs/wire.md, Page and frame). */
import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { atom } from 'jotai/vanilla';
import { POP_OUT_FEATURES, popOutName } from '#protocol/frame/popOut.ts';
import { popOutAddress } from '#protocol/frame/popOutAddress.ts';
import { showAlert } from '../alerts/alerts.ts';
import { channelAtom } from '../channel/channel.ts';
import { hostAtom, postToHost } from '../host/host.ts';
import { localeAtom } from '../language/language.ts';
import { authTokenAtom, isIdentityPendingAtom } from '../session/session.ts';

/**
 * Whether to offer the pop-out: the page wants it, the screen has room for a second window, and it
 * is known who the visitor is.
 */
export const canPopOutAtom = atom((get) => {
	const { isPresent, hasPopOutButton, isMobile } = get(hostAtom);
	return isPresent && hasPopOutButton && !isMobile && !get(isIdentityPendingAtom);
});

/**
 * Opens the window and closes the panel. Call it from an event handler of the visitor's press:
 * browsers block windows that open by themselves.
 */
export const popOut = atom(null, (get, set) => {
	const { websiteToken } = get(channelAtom);
	const { topic, darkMode } = get(hostAtom);
	const session = { authToken: get(authTokenAtom), websiteToken, locale: get(localeAtom), topic, darkMode };
	const opened = window.open(popOutAddress(location.origin, session), popOutName(websiteToken), POP_OUT_FEATURES);
	if (!opened) return set(showAlert, i18n._(msg`Your browser blocked the new window.`));
	opened.focus();
	set(postToHost, { event: 'closeWindow' });
});
