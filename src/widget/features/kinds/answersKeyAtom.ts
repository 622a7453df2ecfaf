import { atom } from 'jotai/vanilla';
import { channelAtom } from '../channel/channel.ts';

/** Where the device keeps half-typed answers. */
export const answersKeyAtom = atom((get) => `answers:${get(channelAtom).websiteToken}`);
