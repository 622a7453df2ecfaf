import { loadChunk } from '#client/chunk.ts';
import { createLazy } from '#ui/createLazy.tsx';
import { EmojiPopover, type EmojiChoiceProps } from '#ui/emoji/EmojiPopover.tsx';

const Picker = createLazy(async () => (await loadChunk(() => import('./EmojiPicker.tsx'))).EmojiPicker);

/** A button that opens the emoji picker. */
export function EmojiButton(props: EmojiChoiceProps) {
	return <EmojiPopover Picker={Picker} {...props} />;
}
