import { useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai/react';
import type { Sender } from '#protocol/entities/entities.ts';
import { channelAtom } from '../channel/channel.ts';

export interface Identity {
	name: string;
	/** Address of the picture, or ''. */
	picture: string;
	/** A bot with a name of its own, which does not show that it is one. */
	isNamedBot: boolean;
}

/**
 * Answers a function that gives the name and picture beside a message of the team. A bot without a
 * picture, and messages without a sender such as templates, are shown as "Bot", or with the
 * website's name and picture if the channel says so.
 */
export function useIdentity(): (sender: Sender | undefined) => Identity {
	const { t } = useLingui();
	const { enabledFeatures, websiteName, avatarUrl } = useAtomValue(channelAtom);
	const isInboxBot = enabledFeatures.includes('use_inbox_avatar_for_bot');
	return (sender) => {
		const name = nameOf(sender);
		const isPerson = sender !== undefined && sender.type !== 'agent_bot';
		return {
			name: name || (isInboxBot ? websiteName : t`Bot`),
			picture: pictureOf(sender) || (!isPerson && isInboxBot ? avatarUrl : ''),
			isNamedBot: name !== '' && !isPerson,
		};
	};
}

function nameOf(sender: Sender | undefined): string {
	if (sender?.type === 'user') return sender.available_name || sender.name;
	return sender?.name ?? '';
}

function pictureOf(sender: Sender | undefined): string {
	return sender && sender.type !== 'contact' ? sender.avatar_url : '';
}
