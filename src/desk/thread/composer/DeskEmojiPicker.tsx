import { useLingui } from '@lingui/react';
import { useCallback } from 'react';
import { createEmojiPicker } from '#models/createEmojiPicker.ts';
import { EmojiPanel } from '#ui/emoji/EmojiPanel.tsx';
import type { EmojiChoiceProps } from '#ui/emoji/EmojiPopover.tsx';

/** The emoji picker in the agent's language. */
export function DeskEmojiPicker(props: EmojiChoiceProps) {
	const { locale } = useLingui().i18n;
	return <EmojiPanel create={useCallback(() => createEmojiPicker(locale), [locale])} {...props} />;
}
