/** The field in which the agent writes to the visitor, or a note to the team. Enter sends, Shift+Enter begins a new line. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { ALLOWED_FILE_TYPES } from '#protocol/attachments.ts';
import { CONTENT_MAX } from '#protocol/limits.ts';
import { useFilesBroughtIn } from '#ui/attachments/useFilesBroughtIn.ts';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { addFiles, changeDraft, draftOf, knownDraftsAtom } from './drafts.ts';
import { FileTray } from './FileTray.tsx';
import { sendMessage } from './outgoing.ts';
import { endTyping, noteKey } from './reportTyping.ts';
import styles from './Composer.module.css';

interface Props {
	conversationId: number;
	/** Whether the composer takes the focus when it appears. */
	hasFocus: boolean;
}

export function Composer({ conversationId, hasFocus }: Props) {
	const { t } = useLingui();
	const { text, isPrivate, files, refused } = draftOf(useAtomValue(knownDraftsAtom), conversationId);
	const picker = useRef<HTMLInputElement>(null);
	const field = useRef<HTMLTextAreaElement>(null);
	const type = useSetAtom(noteKey);
	const pause = useSetAtom(endTyping);
	useEffect(() => pause, [pause]);

	const take = (chosen: readonly File[]): void => {
		addFiles(conversationId, chosen);
		field.current?.focus();
	};
	const isHovered = useFilesBroughtIn(take);

	const write = (next: string): void => {
		changeDraft(conversationId, { text: next });
		if (next.trim() && !isPrivate) type(conversationId);
		else pause();
	};
	const post = useSetAtom(sendMessage);
	const hasContent = text.trim() !== '' || files.length > 0;
	const send = (): void => {
		const content = text.trim();
		if (!hasContent) return;
		changeDraft(conversationId, { text: '', files: [], refused: [] });
		pause();
		post(conversationId, { content, isPrivate, files });
	};
	const label = isPrivate ? t`Write a note that only the team sees` : t`Write to the visitor`;
	return (
		<form
			className={[styles.composer, isPrivate && styles.note].filter(Boolean).join(' ')}
			onSubmit={(event) => {
				event.preventDefault();
				send();
				field.current?.focus();
			}}
		>
			<FileTray
				files={files}
				refused={refused}
				onRemove={(file) => {
					changeDraft(conversationId, { files: files.filter((other) => other !== file) });
					field.current?.focus();
				}}
			/>
			<textarea
				ref={field}
				className={styles.text}
				aria-label={label}
				placeholder={label}
				dir="auto"
				rows={2}
				maxLength={CONTENT_MAX}
				autoFocus={hasFocus}
				value={text}
				onChange={(event) => write(event.target.value)}
				onBlur={() => pause()}
				onKeyDown={(event) => {
					if (!isSendKey(event)) return;
					event.preventDefault();
					send();
				}}
			/>
			<div className={styles.bar}>
				<IconButton label={t`Attach files`} icon="attach" onPress={() => picker.current?.click()} />
				<input
					ref={picker}
					type="file"
					multiple
					hidden
					accept={ALLOWED_FILE_TYPES.join()}
					onChange={(event) => {
						take([...(event.target.files ?? [])]);
						// Otherwise the browser would not report the same file when it is chosen again after its removal.
						event.target.value = '';
					}}
				/>
				<button
					type="button"
					className={styles.toggle}
					aria-pressed={isPrivate}
					onClick={() => {
						changeDraft(conversationId, { isPrivate: !isPrivate });
						pause();
					}}
				>
					<Trans>Private note</Trans>
				</button>
				<button type="submit" className={styles.send} aria-disabled={!hasContent}>
					{isPrivate ? <Trans>Add note</Trans> : <Trans>Send</Trans>}
				</button>
			</div>
			{isHovered && (
				<p className={styles.zone}>
					<Icon name="attach" />
					<Trans>Drop files here to attach them</Trans>
				</p>
			)}
		</form>
	);
}

/** Enter without modifiers. While an input method composes, Enter belongs to it. */
function isSendKey({ key, shiftKey, altKey, ctrlKey, metaKey, nativeEvent }: KeyboardEvent): boolean {
	return key === 'Enter' && !shiftKey && !altKey && !ctrlKey && !metaKey && !nativeEvent.isComposing;
}
