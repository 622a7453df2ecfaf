import { useAtomValue } from 'jotai/react';
import { MEGABYTE } from '#protocol/entities/attachments.ts';
import { useRefusalText as useText } from '#ui/attachments/useRefusalText.ts';
import { channelAtom } from '../channel/channel.ts';

/** Answers a function that says why a file is refused, with the channel's limit. */
export const useRefusalText = () => useText(useAtomValue(channelAtom).maximumFileUploadSize * MEGABYTE);
