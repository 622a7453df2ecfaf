import { useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai/react';
import { loadChunk } from '#client/chunk.ts';
import { createLazy } from '#ui/createLazy.tsx';
import { EmojiPopover } from '#ui/emoji/EmojiPopover.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { LINK } from '#ui/messageIcons.ts';
import { websitesAtom } from '../account/account.ts';
import type { InsertTool } from './InsertDialog.tsx';

interface Props {
	inboxId: number;
	/** Whether a note is written, which no visitor answers. */
	isPrivate: boolean;
	/** Puts a text where the caret is. */
	onInsert: (text: string) => void;
	onOpen: (tool: InsertTool) => void;
}

const EmojiPicker = createLazy(async () => (await loadChunk(() => import('./DeskEmojiPicker.tsx'))).DeskEmojiPicker);

/** What goes into a message besides text and files: emoji, links to articles, and messages that a visitor answers by pressing. */
export function InsertTools({ inboxId, isPrivate, onInsert, onOpen }: Props) {
	const { t } = useLingui();
	const hasArticles = useAtomValue(websitesAtom).some(({ id, help_center }) => id === inboxId && help_center);
	return (
		<>
			<EmojiPopover Picker={EmojiPicker} onChoose={onInsert} />
			{hasArticles && <IconButton label={t`Insert article`} icon={LINK} onPress={() => onOpen('article')} />}
			{!isPrivate && <IconButton label={t`Interactive message`} icon="more" onPress={() => onOpen('interactive')} />}
		</>
	);
}
