import { atom } from 'jotai/vanilla';
import { channelAtom } from '../../features/channel/channel.ts';

/** Where the device keeps what a user had typed when they were signed out. */
export const keptInputKeyAtom = atom((get) => `kept:${get(channelAtom).websiteToken}`);
