/**
 * The field in which the agent writes to the visitor, or a note to the team. Enter sends,
 * Shift+Enter begins a new line, and Ctrl+Shift+Enter sends and resolves.
 */
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { ALLOWED_FILE_TYPES } from '#protocol/entities/attachments.ts';
import { CONTENT_MAX } from '#protocol/base/limits.ts';
import { useFilesBroughtIn } from '#ui/attachments/useFilesBroughtIn.ts';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { CHECK } from '../../common/icons.ts';
import type { Conversation } from '../../conversations/conversation.ts';
import { CannedList } from '../canned/CannedList.tsx';
import { useCannedResponses } from '../canned/useCannedResponses.ts';
import { composerCommandAtom, clearComposerCommand } from './composerCommand.ts';
import {
	addFiles,
	changeDraft,
	draftOfAtom,
	hasContent,
	rejectedFilesOfAtom,
	removeSelectedFile,
} from '../model/drafts.ts';
import { FileTray } from './FileTray.tsx';
import { format, type Format } from './format.ts';
import { InsertDialog, type InsertTool } from './InsertDialog.tsx';
import { InsertTools } from './InsertTools.tsx';
import { MailHead } from './MailHead.tsx';
import { inviteToCall, sendAndResolve, sendDraft } from '../model/outgoing.ts';
import { ReplyTo } from './ReplyTo.tsx';
import { endTyping, noteKey } from './reportTyping.ts';
import styles from './Composer.module.css';

interface Props {
	conversation: Conversation;
	/** Whether the composer takes the focus when it appears. */
	hasFocus: boolean;
}

export function Composer({ conversation, hasFocus }: Props) {
	const { t } = useLingui();
	const { id: conversationId, mailAddress } = conversation;
	const draft = useAtomValue(draftOfAtom)(conversationId);
	const { text, isPrivate, selectedFiles, replyTo } = draft;
	const rejectedFiles = useAtomValue(rejectedFilesOfAtom)(conversationId);
	const change = useSetAtom(changeDraft);
	const add = useSetAtom(addFiles);
	const remove = useSetAtom(removeSelectedFile);
	const post = useSetAtom(sendDraft);
	const end = useSetAtom(sendAndResolve);
	const invite = useSetAtom(inviteToCall);
	const picker = useRef<HTMLInputElement>(null);
	const field = useRef<HTMLTextAreaElement>(null);
	const [tool, setTool] = useState<InsertTool>();
	const opener = useRef<HTMLElement>(null);
	const type = useSetAtom(noteKey);
	const pause = useSetAtom(endTyping);
	useEffect(() => pause, [pause]);

	// An agent who chooses a message to answer goes on to write.
	const answered = useRef(replyTo);
	useEffect(() => {
		if (replyTo !== undefined && replyTo !== answered.current) field.current?.focus();
		answered.current = replyTo;
	}, [replyTo]);

	const wish = useAtomValue(composerCommandAtom);
	const fulfil = useSetAtom(clearComposerCommand);
	useEffect(() => {
		if (!wish) return;
		fulfil();
		if (wish.kind === 'files') return picker.current?.click();
		change(conversationId, { isPrivate: wish.kind === 'note' });
		field.current?.focus();
	}, [wish, fulfil, change, conversationId]);

	const take = (chosen: readonly File[]): void => {
		void add(conversationId, chosen);
		field.current?.focus();
	};
	const isHovered = useFilesBroughtIn(take);

	const write = (next: string): void => {
		change(conversationId, { text: next });
		if (next.trim() && !isPrivate) type(conversationId);
		else pause();
	};
	/**
	 * Takes the place of what is between `start` and the selection's end; the caret goes after it.
	 */
	const put = (content: string, start = field.current?.selectionStart): void => {
		if (!field.current || start === undefined) return;
		field.current.setRangeText(content, start, field.current.selectionEnd, 'end');
		write(field.current.value);
	};
	const insert = (content: string, start: number): void => {
		put(content, start);
		field.current?.focus();
	};
	const canned = useCannedResponses(conversation, text, isPrivate, insert, (person) =>
		change(conversationId, { people: [...(draft.people ?? []), person] }),
	);
	const mark = (kind: Format): void => {
		const { current } = field;
		if (!current) return;
		current.focus();
		format(current, kind);
		write(current.value);
	};
	const send = (isEnd = false): void => {
		// Who gets a mail besides may be wrong.
		if (!hasContent(draft) || field.current?.form?.reportValidity() === false) return;
		pause();
		if (isEnd && !isPrivate) end(conversationId);
		else post(conversationId);
	};
	const label = isPrivate ? t`Write a note that only the team sees` : t`Write to the visitor`;
	return (
		<>
			<form
				className={[styles.composer, isPrivate && styles.note].filter(Boolean).join(' ')}
				onSubmit={(event) => {
					event.preventDefault();
					send();
					field.current?.focus();
				}}
				onBlur={({ currentTarget, relatedTarget }) => {
					// What the list shows may have a link, which the keyboard reaches.
					if (!currentTarget.contains(relatedTarget)) canned.close();
				}}
			>
				<CannedList {...canned} />
				<div className={styles.modes}>
					{[false, true].map((isNote) => (
						<button
							key={String(isNote)}
							type="button"
							className={styles.mode}
							aria-pressed={isNote === isPrivate}
							onClick={() => {
								change(conversationId, { isPrivate: isNote });
								pause();
								field.current?.focus();
							}}
						>
							{isNote ? <Trans>Private note</Trans> : <Trans>Reply</Trans>}
						</button>
					))}
				</div>
				{!isPrivate && <MailHead conversation={conversation} />}
				{replyTo !== undefined && (
					<ReplyTo
						conversationId={conversationId}
						id={replyTo}
						onCancel={() => {
							change(conversationId, { replyTo: undefined });
							field.current?.focus();
						}}
					/>
				)}
				<FileTray
					selectedFiles={selectedFiles}
					rejectedFiles={rejectedFiles}
					onRemove={(id) => {
						remove(conversationId, id);
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
					{...canned.props}
					onChange={(event) => {
						write(event.target.value);
						canned.props.onSelect(event);
					}}
					onBlur={pause}
					onKeyDown={(event) => {
						if (canned.handleKey(event)) return;
						if (event.key === 'Escape' && !event.nativeEvent.isComposing) leaveToMessages(event.currentTarget);
						const kind = formatOfKey(event);
						const isEnd = isEndKey(event);
						if (!kind && !isEnd && !isSendKey(event)) return;
						event.preventDefault();
						if (kind) mark(kind);
						else send(isEnd);
					}}
				/>
				<div className={styles.bar}>
					<IconButton label={t`Attach files`} icon="attach" onPress={() => picker.current?.click()} />
					<InsertTools
						inboxId={conversation.inboxId}
						hasVisitor={!isPrivate && mailAddress === undefined}
						onInsert={(content) => put(content)}
						onFormat={mark}
						onCanned={() => {
							field.current?.focus();
							if (field.current) canned.offer(field.current);
						}}
						onOpen={(wished) => {
							opener.current = document.activeElement as HTMLElement | null;
							setTool(wished);
						}}
					/>
					{!isPrivate && mailAddress === undefined && (
						<IconButton label={t`Video call`} icon="video" isDirectional onPress={() => invite(conversationId)} />
					)}
					<input
						ref={picker}
						type="file"
						multiple
						hidden
						accept={ALLOWED_FILE_TYPES.join()}
						onChange={(event) => {
							take([...(event.target.files ?? [])]);
							// Otherwise the browser would not report the same file when it is
							// chosen again after its removal.
							event.target.value = '';
						}}
					/>
					{!isPrivate && (
						<span className={styles.end}>
							<IconButton label={t`Send and resolve`} icon={CHECK} onPress={() => send(true)} />
						</span>
					)}
					<button type="submit" className={styles.send} aria-disabled={!hasContent(draft)}>
						<Icon name="send" />
						<span>{isPrivate ? <Trans>Add note</Trans> : <Trans>Send</Trans>}</span>
					</button>
				</div>
				{isHovered && (
					<p className={styles.zone}>
						<Icon name="attach" />
						<Trans>Drop files here to attach them</Trans>
					</p>
				)}
			</form>
			{tool && (
				<InsertDialog
					tool={tool}
					conversation={conversation}
					onInsert={(content) => put(content)}
					onClose={(isDone) => {
						setTool(undefined);
						if (!isDone) opener.current?.focus();
						// Safari gives a button that is pressed no focus.
						if (isDone || document.activeElement === document.body) field.current?.focus();
					}}
				/>
			)}
		</>
	);
}

/** Outside of the field, single keys are shortcuts, and arrow keys scroll the messages. */
function leaveToMessages(field: HTMLElement): void {
	field.closest('section')?.querySelector<HTMLElement>('[role=log]')?.focus();
}

/** With Control or Command, as in every editor. */
const FORMAT_KEYS: Readonly<Record<string, Format>> = { b: 'bold', i: 'italic' };

function formatOfKey({ key, shiftKey, altKey, ctrlKey, metaKey }: KeyboardEvent): Format | undefined {
	return shiftKey || altKey || ctrlKey === metaKey ? undefined : FORMAT_KEYS[key];
}

/** Sends and resolves. */
function isEndKey({ key, shiftKey, altKey, ctrlKey, metaKey, nativeEvent }: KeyboardEvent): boolean {
	return key === 'Enter' && shiftKey && !altKey && ctrlKey !== metaKey && !nativeEvent.isComposing;
}

/** Enter without modifiers. While an input method composes, Enter belongs to it. */
function isSendKey({ key, shiftKey, altKey, ctrlKey, metaKey, nativeEvent }: KeyboardEvent): boolean {
	return key === 'Enter' && !shiftKey && !altKey && !ctrlKey && !metaKey && !nativeEvent.isComposing;
}
