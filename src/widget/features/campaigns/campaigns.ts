/** What the website says by itself: the campaign that shows, and what the visitor does about it. */
import { type Atom, atom } from 'jotai/vanilla';
import type { Campaign } from '#protocol/entities.ts';
import { CAMPAIGN_SNOOZE } from '#protocol/limits.ts';
import { writeStored } from '#client/storage.ts';
import { channelAtom } from '../channel/channel.ts';
import { hostAtom, tellHost } from '../host/host.ts';
import { atomPerVisit } from '../session/perVisit.ts';

const activeAtom = atomPerVisit<Campaign | undefined>(undefined);
/** How far the visitor's answer to it has got. */
const answerAtom = atomPerVisit<'none' | 'accepted' | 'taken'>('none');
/** Milliseconds since the epoch. */
const snoozedTillAtom = atom(0);
/** Where it is kept for the visitor's other tabs, which the host has told when they began. */
export const snoozeKeyAtom = atom((get) => `snooze:${get(channelAtom).websiteToken}`);

/** The one that shows, or that the visitor has accepted and the server does not know of yet. */
export const activeCampaignAtom: Atom<Campaign | undefined> = activeAtom;

/** Not while the panel is open, nor after the visitor has closed or accepted one. The last to come wins. */
export const showCampaign = atom(null, (get, set, campaign: Campaign) => {
	if (get(hostAtom).isOpen || get(answerAtom) !== 'none' || get(snoozedTillAtom) > Date.now()) return;
	set(activeAtom, () => campaign);
});

/** The visitor wants to talk about it; what the team wants to know may come first. */
export const acceptCampaign = atom(null, (get, set) => {
	if (get(activeAtom) && get(answerAtom) === 'none') set(answerAtom, () => 'accepted');
});

/** The conversation has yet to begin with the campaign that the visitor has accepted. */
export const isCampaignAcceptedAtom = atom((get) => get(answerAtom) === 'accepted');

/** Answers the campaign to begin with, once: nothing when that has been done before. */
export const takeAccepted = atom(null, (get, set): Campaign | undefined => {
	const campaign = get(activeAtom);
	if (!campaign || get(answerAtom) === 'taken') return undefined;
	set(answerAtom, () => 'taken');
	return campaign;
});

/** The server has begun it. */
export const settleCampaign = atom(null, (_get, set) => set(activeAtom, () => undefined));

/** Another one may show: the panel was closed, or the conversation is over. */
export const resetCampaigns = atom(null, (_get, set) => {
	set(activeAtom, () => undefined);
	set(answerAtom, () => 'none');
});

/** The host remembers until when (milliseconds since the epoch) the visitor is to be left in peace. */
export const learnSnooze = atom(null, (_get, set, till: number) => set(snoozedTillAtom, till));

/** The visitor wants to be left in peace, in other tabs and on the next pages too. */
export const snoozeCampaigns = atom(null, (get, set) => {
	const till = Date.now() + CAMPAIGN_SNOOZE;
	set(snoozedTillAtom, till);
	writeStored(get(snoozeKeyAtom), till);
	set(resetCampaigns);
	set(tellHost, { event: 'setCampaignReadOn' });
});
