/** The campaign that is shown, and what the visitor does with it. */
import { type Atom, atom } from 'jotai/vanilla';
import type { Campaign } from '#protocol/entities/entities.ts';
import { CAMPAIGN_SNOOZE } from '#protocol/base/limits.ts';
import { writeStored } from '#client/storage.ts';
import { channelAtom } from '../channel/channel.ts';
import { hostAtom, postToHost } from '../host/host.ts';
import { atomPerVisit } from '../session/perVisit.ts';

const activeAtom = atomPerVisit<Campaign | undefined>(undefined);
/**
 * Whether the visitor has accepted the campaign, and whether the conversation has begun with it.
 */
const answerAtom = atomPerVisit<'none' | 'accepted' | 'taken'>('none');
/** In milliseconds since the epoch. */
const snoozedTillAtom = atom(0);
/**
 * The storage key by which the visitor's other tabs learn of the snooze; the host told them the
 * state at their start.
 */
export const snoozeKeyAtom = atom((get) => `snooze:${get(channelAtom).websiteToken}`);

/**
 * The campaign that is shown, or that the visitor has accepted while the server does not know of it
 * yet.
 */
export const activeCampaignAtom: Atom<Campaign | undefined> = activeAtom;

/**
 * Shows a campaign, unless the panel is open or the visitor has closed or accepted one. A later
 * campaign replaces an earlier one.
 */
export const showCampaign = atom(null, (get, set, campaign: Campaign) => {
	if (get(hostAtom).isOpen || get(answerAtom) !== 'none' || get(snoozedTillAtom) > Date.now()) return;
	set(activeAtom, () => campaign);
});

/** The visitor accepts the campaign. The pre-chat form may come before the conversation. */
export const acceptCampaign = atom(null, (get, set) => {
	if (get(activeAtom) && get(answerAtom) === 'none') set(answerAtom, () => 'accepted');
});

/** Whether the visitor has accepted a campaign with which the conversation has not begun yet. */
export const isCampaignAcceptedAtom = atom((get) => get(answerAtom) === 'accepted');

/**
 * Returns the accepted campaign for beginning the conversation with it; undefined when it was taken
 * before.
 */
export const takeAccepted = atom(null, (get, set): Campaign | undefined => {
	const campaign = get(activeAtom);
	if (!campaign || get(answerAtom) === 'taken') return undefined;
	set(answerAtom, () => 'taken');
	return campaign;
});

/** The server has begun the conversation. */
export const settleCampaign = atom(null, (_get, set) => set(activeAtom, () => undefined));

/** Campaigns may be shown again: the panel was closed, or the conversation is over. */
export const resetCampaigns = atom(null, (_get, set) => {
	set(activeAtom, () => undefined);
	set(answerAtom, () => 'none');
});

/** The host tells until when (milliseconds since the epoch) no campaign may be shown. */
export const setSnooze = atom(null, (_get, set, till: number) => set(snoozedTillAtom, till));

/**
 * The visitor has closed a campaign: other tabs and the next pages show none for a while either.
 */
export const snoozeCampaigns = atom(null, (get, set) => {
	const till = Date.now() + CAMPAIGN_SNOOZE;
	set(snoozedTillAtom, till);
	writeStored(get(snoozeKeyAtom), till);
	set(resetCampaigns);
	set(postToHost, { event: 'setCampaignReadOn' });
});
