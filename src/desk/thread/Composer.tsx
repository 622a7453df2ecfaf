/** Where the agent writes: to the visitor, or a note to the team. Enter sends, Shift+Enter breaks the line. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai';
import { useEffect, type KeyboardEvent } from 'react';
import { CONTENT_MAX } from '#protocol/limits.ts';
import { changeDraft, draftOf, knownDraftsAtom } from './drafts.ts';
import { sendMessage } from './outgoing.ts';
import { endTyping, noteTyping } from './ownTyping.ts';
import styles from './Composer.module.css';

interface Props {
	conversationId: number;
	/** Whether the composer takes the focus when it appears. */
	hasFocus: boolean;
}

export function Composer({ conversationId, hasFocus }: Props) {
	const { t } = useLingui();
	const { text, isPrivate } = draftOf(useAtomValue(knownDraftsAtom), conversationId);
	useEffect(() => endTyping, []);

	const write = (next: string): void => {
		changeDraft(conversationId, { text: next });
		if (next.trim() && !isPrivate) noteTyping(conversationId);
		else endTyping();
	};
	const send = (): void => {
		const content = text.trim();
		if (!content) return;
		changeDraft(conversationId, { text: '' });
		endTyping();
		void sendMessage(conversationId, content, isPrivate);
	};
	const label = isPrivate ? t`Write a note that only the team sees` : t`Write to the visitor`;
	return (
		<form
			className={[styles.composer, isPrivate && styles.note].filter(Boolean).join(' ')}
			onSubmit={(event) => {
				event.preventDefault();
				send();
			}}
		>
			<textarea
				className={styles.text}
				aria-label={label}
				placeholder={label}
				dir="auto"
				rows={2}
				maxLength={CONTENT_MAX}
				autoFocus={hasFocus}
				value={text}
				onChange={(event) => write(event.target.value)}
				onBlur={endTyping}
				onKeyDown={(event) => {
					if (!isSendKey(event)) return;
					event.preventDefault();
					send();
				}}
			/>
			<div className={styles.bar}>
				<button
					type="button"
					className={styles.toggle}
					aria-pressed={isPrivate}
					onClick={() => {
						changeDraft(conversationId, { isPrivate: !isPrivate });
						endTyping();
					}}
				>
					<Trans>Private note</Trans>
				</button>
				<button type="submit" className={styles.send} disabled={!text.trim()}>
					{isPrivate ? <Trans>Add note</Trans> : <Trans>Send</Trans>}
				</button>
			</div>
		</form>
	);
}

/** Enter alone; while an input method composes, Enter belongs to it. */
function isSendKey({ key, shiftKey, altKey, ctrlKey, metaKey, nativeEvent }: KeyboardEvent): boolean {
	return key === 'Enter' && !shiftKey && !altKey && !ctrlKey && !metaKey && !nativeEvent.isComposing;
}
