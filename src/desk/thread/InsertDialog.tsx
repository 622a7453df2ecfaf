import { useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useLoaded } from '#ui/useLoaded.ts';
import { websitesAtom } from '../account/account.ts';
import { Dialog } from '../common/Dialog.tsx';
import { WaitingNote } from '../common/WaitingNote.tsx';
import type { Conversation } from '../conversations/conversation.ts';
import { readBrowserFacts } from '../visitor/browserFacts.ts';
import { loadCompose } from './loadCompose.ts';
import { sendInteractive } from './outgoing.ts';

export type InsertTool = 'article' | 'interactive';

interface Props {
	tool: InsertTool;
	conversation: Conversation;
	/** Puts a text where the caret is. */
	onInsert: (text: string) => void;
	onClose: () => void;
}

/** Finds an article to link to, or writes a message that the visitor answers by pressing. */
export function InsertDialog({ tool, conversation, onInsert, onClose }: Props) {
	const { t } = useLingui();
	const { value: compose, ...progress } = useLoaded(loadCompose);
	const website = useAtomValue(websitesAtom).find(({ id }) => id === conversation.inboxId);
	const send = useSetAtom(sendInteractive);
	const title = tool === 'article' ? t`Insert article` : t`Interactive message`;
	if (!compose) {
		return (
			<Dialog title={title} onClose={onClose}>
				<WaitingNote {...progress} />
			</Dialog>
		);
	}
	if (tool === 'interactive') {
		return (
			<compose.InteractiveDialog
				title={title}
				conversationId={conversation.id}
				onSend={(message) => send(conversation.id, message)}
				onClose={onClose}
			/>
		);
	}
	return (
		<compose.ArticleDialog
			title={title}
			portal={website?.help_center?.slug ?? ''}
			language={readBrowserFacts(conversation.additionalAttributes).language}
			baseUrl={website?.base_url ?? location.origin}
			onInsert={onInsert}
			onClose={onClose}
		/>
	);
}
