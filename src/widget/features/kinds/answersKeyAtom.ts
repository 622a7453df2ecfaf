import { atom } from 'jotai/vanilla';
import { channelAtom } from '../channel/channel.ts';

/** What the keys of half-typed answers begin with. */
export const ANSWERS = 'answers:';

/** Where the device keeps half-typed answers. */
export const answersKeyAtom = atom((get) => ANSWERS + get(channelAtom).websiteToken);
