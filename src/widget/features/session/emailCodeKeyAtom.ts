import { atom } from 'jotai/vanilla';
import { channelAtom } from '../channel/channel.ts';

/** Where the device keeps that a code by mail is on its way. */
export const emailCodeKeyAtom = atom((get) => `code:${get(channelAtom).websiteToken}`);
