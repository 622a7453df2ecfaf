import { useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { createLazy } from '#ui/createLazy.tsx';
import type { Loaded } from '#ui/useLoaded.ts';
import { websitesAtom } from '../../account/account.ts';
import { Dialog } from '../../common/dialogs/Dialog.tsx';
import { loadLate } from '../../common/loadLate.ts';
import { WaitingNote } from '../../common/WaitingNote.tsx';
import type { Conversation } from '../../conversations/conversation.ts';
import { readBrowserFacts } from '../../visitor/browserFacts.ts';
import { changeDraft, draftOfAtom } from '../model/drafts.ts';
import { sendInteractive } from '../model/outgoing.ts';

export type InsertTool = 'article' | 'interactive';

interface Props {
	tool: InsertTool;
	conversation: Conversation;
	/** Puts a text where the caret is. */
	onInsert: (text: string) => void;
	/**
	 * Called when it has closed, and the focus is where it was before. `isDone`: whether something
	 * was inserted or sent.
	 */
	onClose: (isDone: boolean) => void;
}

const InteractiveDialog = createLazy(
	async () => (await loadLate(() => import('../compose/ComposeDialog.tsx'))).InteractiveDialog,
	WaitingDialog,
);
const ArticleDialog = createLazy(
	async () => (await loadLate(() => import('../compose/ComposeDialog.tsx'))).ArticleDialog,
	WaitingDialog,
);

/** Finds an article to link to, or writes a message that the visitor answers by pressing. */
export function InsertDialog({ tool, conversation, onInsert, onClose }: Props) {
	const { t } = useLingui();
	const website = useAtomValue(websitesAtom).find(({ id }) => id === conversation.inboxId);
	const send = useSetAtom(sendInteractive);
	const { interactive } = useAtomValue(draftOfAtom)(conversation.id);
	const change = useSetAtom(changeDraft);
	if (tool === 'interactive') {
		return (
			<InteractiveDialog
				title={t`Interactive message`}
				kept={interactive}
				onKeep={(typed) => change(conversation.id, { interactive: typed })}
				onSend={(message) => send(conversation.id, message)}
				onClose={onClose}
			/>
		);
	}
	return (
		<ArticleDialog
			title={t`Insert article`}
			portal={website?.help_center?.slug ?? ''}
			language={readBrowserFacts(conversation.additionalAttributes).language}
			baseUrl={website?.base_url ?? location.origin}
			onInsert={onInsert}
			onClose={onClose}
		/>
	);
}

interface WaitingProps extends Pick<Loaded<object>, 'hasFailed' | 'retry'> {
	title: string;
	onClose: (isDone: boolean) => void;
}

function WaitingDialog({ title, onClose, hasFailed, retry }: WaitingProps) {
	return (
		<Dialog title={title} onClose={() => onClose(false)}>
			<WaitingNote hasFailed={hasFailed} retry={retry} />
		</Dialog>
	);
}
