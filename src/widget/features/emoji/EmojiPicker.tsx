import { useAtomValue } from 'jotai/react';
import { useCallback } from 'react';
import { createEmojiPicker } from '#models/createEmojiPicker.ts';
import { EmojiPanel } from '#ui/emoji/EmojiPanel.tsx';
import type { EmojiChoiceProps } from '#ui/emoji/EmojiPopover.tsx';
import { localeAtom } from '../language/language.ts';

/** The emoji picker in the interface language. */
export function EmojiPicker(props: EmojiChoiceProps) {
	const locale = useAtomValue(localeAtom);
	return <EmojiPanel create={useCallback(() => createEmojiPicker(locale), [locale])} {...props} />;
}
