import { useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai/react';
import { MEGABYTE } from '#protocol/attachments.ts';
import { useFileSize } from '#ui/attachments/useFileSize.ts';
import { channelAtom } from '../channel/channel.ts';
import type { SendFailure } from '#models/outboxEntry.ts';

/** Answers why a file is not taken. */
export function useRefusalText(): (failure: SendFailure) => string {
	const { t } = useLingui();
	const { maximumFileUploadSize } = useAtomValue(channelAtom);
	const limit = useFileSize()(maximumFileUploadSize * MEGABYTE);
	const texts: Record<SendFailure, string> = {
		TOO_BIG: t`File exceeds the ${limit} attachment limit`,
		TYPE_NOT_SUPPORTED: t`Files of this type cannot be sent`,
		GONE: t`This file is no longer on this device`,
	};
	return (failure) => texts[failure];
}
