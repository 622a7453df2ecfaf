import { useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai/react';
import { useState } from 'react';
import { loadChunk } from '#client/chunk.ts';
import { createLazy } from '#ui/createLazy.tsx';
import { EmojiPopover } from '#ui/emoji/EmojiPopover.tsx';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { websitesAtom } from '../../account/account.ts';
import { Menu } from '../../common/Menu.tsx';
import type { Format } from './format.ts';
import type { InsertTool } from './InsertDialog.tsx';

interface Props {
	inboxId: number;
	/** Whether a visitor of the chat reads it, who can press and fill in what is in it. */
	hasVisitor: boolean;
	/** Puts a text where the caret is. */
	onInsert: (text: string) => void;
	onFormat: (kind: Format) => void;
	onCanned: () => void;
	onOpen: (tool: InsertTool) => void;
}

const LETTER = 'M5 7V5h14v2M12 5v14M9 19h6';
const FRAME = 'M5 4h14a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1';
const SLASH = `${FRAME}M14 8l-4 8` as const;
const FORM = `${FRAME}M8 9h8M8 13h8M8 17h4` as const;

const EmojiPicker = createLazy(async () => (await loadChunk(() => import('./DeskEmojiPicker.tsx'))).DeskEmojiPicker);

/**
 * What goes into a message besides typed text and files: emoji, saved replies, links to articles,
 * and what a visitor answers by pressing.
 */
export function InsertTools({ inboxId, hasVisitor, onInsert, onFormat, onCanned, onOpen }: Props) {
	const { t } = useLingui();
	const hasArticles = useAtomValue(websitesAtom).some(({ id, help_center }) => id === inboxId && help_center);
	return (
		<>
			<EmojiPopover Picker={EmojiPicker} onChoose={onInsert} />
			<FormatMenu onChoose={onFormat} />
			<IconButton label={t`Saved replies`} icon={SLASH} onPress={onCanned} />
			{hasArticles && <IconButton label={t`Insert article`} icon="file" onPress={() => onOpen('article')} />}
			{hasVisitor && <IconButton label={t`Interactive message`} icon={FORM} onPress={() => onOpen('interactive')} />}
		</>
	);
}

/** What makes a part of a text stand out, for agents who do not write Markdown by hand. */
function FormatMenu({ onChoose }: { onChoose: (kind: Format) => void }) {
	const { t } = useLingui();
	const [isOpen, setOpen] = useState(false);
	const names: Record<Format, string> = { bold: t`Bold`, italic: t`Italic`, list: t`Bulleted list`, link: t`Link` };
	const items = (Object.keys(names) as Format[]).map((kind) => ({ name: names[kind], act: () => onChoose(kind) }));
	return (
		<Menu name={t`Formatting`} items={items} isOpen={isOpen} onToggle={setOpen}>
			<Icon name={LETTER} />
		</Menu>
	);
}
