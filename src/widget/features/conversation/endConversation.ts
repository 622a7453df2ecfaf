/**
 * Lets the visitor end the conversation. Where writing again reopens it, there is no question
 * before.
 */
import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { atom } from 'jotai/vanilla';
import { isAborted } from '#client/rest.ts';
import { showAlert } from '../alerts/alerts.ts';
import { channelAtom } from '../channel/channel.ts';
import { atomPerVisit } from '../session/perVisit.ts';
import { canEndAtom, endConversation } from './conversation.ts';

/** `asking`: the visitor is asked to confirm, since it cannot be undone. */
type Ending = 'idle' | 'asking' | 'ending';

const stateAtom = atomPerVisit<Ending>('idle');

/** Whether the question is shown. */
export const isAskingToEndAtom = atom((get) => get(stateAtom) === 'asking' && get(canEndAtom));

/**
 * Ends the conversation at once where writing again reopens it; asks first where the channel closes
 * it for good.
 */
export const requestEnd = atom(null, async (get, set) => {
	if (get(channelAtom).allowMessagesAfterResolved) await set(confirmEnd);
	else set(stateAtom, () => 'asking');
});

/** Ends the conversation. Never rejects. */
export const confirmEnd = atom(null, async (get, set) => {
	if (get(stateAtom) === 'ending') return;
	set(stateAtom, () => 'ending');
	try {
		await set(endConversation);
	} catch (error) {
		if (isAborted(error)) return;
		console.debug(error);
		set(showAlert, i18n._(msg`There was an error, please try again`));
	}
	set(stateAtom, () => 'idle');
});

export const keepConversation = atom(null, (_get, set) => set(stateAtom, () => 'idle'));
