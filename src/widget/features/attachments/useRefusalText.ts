import { useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai/react';
import { channelAtom } from '../channel/channel.ts';
import type { SendFailure } from '../messages/outbox.ts';

/** Answers why a file is not taken, in the specification's words where it has some (section 8). */
export function useRefusalText(): (failure: SendFailure) => string {
	const { t } = useLingui();
	const limit = `${useAtomValue(channelAtom).maximumFileUploadSize} MB`;
	const texts: Record<SendFailure, string> = {
		TOO_BIG: t`File exceeds the ${limit} attachment limit`,
		TYPE_NOT_SUPPORTED: t`Files of this type cannot be sent`,
		GONE: t`This file is no longer on this device`,
	};
	return (failure) => texts[failure];
}
