/** The way into a window of the chat's own (docs/wire.md, Page and frame). */
import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { atom } from 'jotai/vanilla';
import { POP_OUT_FEATURES, popOutName } from '#protocol/popOut.ts';
import { popOutAddress } from '#protocol/popOutAddress.ts';
import { showAlert } from '../alerts/alerts.ts';
import { channelAtom } from '../channel/channel.ts';
import { hostAtom, tellHost } from '../host/host.ts';
import { localeAtom } from '../language/language.ts';
import { authTokenAtom } from '../session/session.ts';

/** Whether the visitor may take the chat out of the page: the page wants it, and there is room for a second window. */
export const canPopOutAtom = atom((get) => {
	const { isPresent, hasPopOutButton, isMobile } = get(hostAtom);
	return isPresent && hasPopOutButton && !isMobile;
});

/** To be called while the visitor's press is handled: browsers block what opens by itself. The panel closes. */
export const popOut = atom(null, (get, set) => {
	const { websiteToken } = get(channelAtom);
	const session = { authToken: get(authTokenAtom), websiteToken, locale: get(localeAtom) };
	const opened = window.open(popOutAddress(location.origin, session), popOutName(websiteToken), POP_OUT_FEATURES);
	if (!opened) return set(showAlert, i18n._(msg`Your browser blocked the new window.`));
	opened.focus();
	set(tellHost, { event: 'closeWindow' });
});
