import { useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import {
	type ChangeEvent,
	type FormEvent,
	type KeyboardEvent,
	useCallback,
	useEffect,
	useLayoutEffect,
	useRef,
	useState,
} from 'react';
import { MESSAGE_MAX } from '#protocol/base/limits.ts';
import { createLazy } from '#ui/createLazy.tsx';
import { focusWhenEntered } from '#ui/focusWhenEntered.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { SendButton } from '#ui/SendButton.tsx';
import { AttachButton } from '../../features/attachments/AttachButton.tsx';
import { canAttachAtom, hasSelectedFilesAtom } from '../../features/attachments/selectedFiles.ts';
import { channelAtom } from '../../features/channel/channel.ts';
import { endTyping, noteKey } from '../../features/conversation/reportTyping.ts';
import { EmojiButton } from '../../features/emoji/EmojiButton.tsx';
import { hostAtom } from '../../features/host/host.ts';
import { loadWithTexts } from '../../features/language/loadWithTexts.ts';
import { visitSignalAtom } from '../../features/session/session.ts';
import { Voice } from '../../features/voice/Voice.tsx';
import { canRecordAtom } from '../../features/voice/sendVoice.ts';
import styles from './Composer.module.css';
import { ComposerExtras } from './ComposerExtras.tsx';
import { draftAtom, writeDraft } from '../../features/messages/draft.ts';
import { canSendAtom, sendDraft } from '../../features/sending/sendDraft.ts';

/** With fewer remaining characters the composer shows their count. */
const MESSAGE_COUNTER = 500;

const LazyCount = createLazy(
	async () => (await loadWithTexts(() => import('./ComposerCount.tsx'))).ComposerCount,
	() => null,
);

/** A field with one line is lower than this, in CSS pixels. */
const TWO_LINES = 50;

/**
 * One row: the buttons that add something, the text, and the send button. A text of several lines
 * is above the buttons.
 */
export function Composer() {
	const { t } = useLingui();
	const draft = useAtomValue(draftAtom);
	const write = useSetAtom(writeDraft);
	const send = useSetAtom(sendDraft);
	const type = useSetAtom(noteKey);
	const pause = useSetAtom(endTyping);
	const canSend = useAtomValue(canSendAtom);
	const canAttach = useAtomValue(canAttachAtom);
	const canRecord = useAtomValue(canRecordAtom);
	const hasFiles = useAtomValue(hasSelectedFilesAtom);
	const { enabledFeatures } = useAtomValue(channelAtom);
	const { isOpen } = useAtomValue(hostAtom);
	const visit = useAtomValue(visitSignalAtom);
	// The visit in which the recording began: it must not go on for another visitor.
	const [recordingVisit, setRecordingVisit] = useState<AbortSignal>();
	const isRecording = recordingVisit === visit;
	const box = useRef<HTMLDivElement>(null);
	const field = useRef<HTMLTextAreaElement>(null);
	const focusField = useCallback(() => field.current?.focus(), []);

	// On a touch screen, focusing the field would open the keyboard over the messages that the
	// visitor came to read.
	useEffect(() => {
		const isWanted = isOpen && !isRecording && !matchMedia('(pointer: coarse)').matches;
		return isWanted ? focusWhenEntered(field.current) : undefined;
	}, [isOpen, isRecording]);

	// Closing the panel ends a recording, so that no microphone stays open unnoticed.
	useEffect(() => () => setRecordingVisit(undefined), [isOpen]);

	// The layout stays until the whole text is deleted, so that nothing jumps while the visitor
	// types.
	useLayoutEffect(() => {
		if (!box.current) return;
		if (draft === '') delete box.current.dataset['tall'];
		else if (field.current && field.current.scrollHeight >= TWO_LINES) box.current.dataset['tall'] = '';
	}, [draft]);

	function submit(event?: FormEvent) {
		event?.preventDefault();
		void send();
		focusField();
	}

	function handleChange(event: ChangeEvent<HTMLTextAreaElement>) {
		write(event.target.value);
		type();
	}

	function handleKey(event: KeyboardEvent) {
		// Enter that ends a composition belongs to the input method; Safari shows that by the key
		// code alone.
		const isComposing = event.nativeEvent.isComposing || event.keyCode === 229;
		if (event.key !== 'Enter' || event.shiftKey || isComposing) return;
		event.preventDefault();
		submit();
	}

	/** Replaces the selection; the caret goes after the inserted text. */
	function insert(text: string) {
		if (!field.current) return;
		const { selectionStart, selectionEnd } = field.current;
		field.current.setRangeText(text, selectionStart, selectionEnd, 'end');
		write(field.current.value);
		type();
	}

	return (
		<form className={styles.composer} onSubmit={submit}>
			<ComposerExtras onChange={focusField} />
			<div ref={box} className={styles.box}>
				{isRecording ? (
					<Voice onEnd={() => setRecordingVisit(undefined)} />
				) : (
					<>
						{canAttach && <AttachButton onPicked={focusField} />}
						{enabledFeatures.includes('emoji_picker') && <EmojiButton onChoose={insert} />}
						<div className={styles.grower} data-text={draft}>
							<textarea
								ref={field}
								className={styles.field}
								rows={1}
								dir="auto"
								enterKeyHint="send"
								placeholder={t`Type your message`}
								aria-label={t`Type your message`}
								aria-invalid={draft.length > MESSAGE_MAX}
								value={draft}
								onChange={handleChange}
								onKeyDown={handleKey}
								onBlur={() => pause()}
							/>
						</div>
						{canRecord && draft === '' && !hasFiles && (
							<IconButton label={t`Record a voice message`} icon="voice" onPress={() => setRecordingVisit(visit)} />
						)}
						<SendButton label={t`Send message`} isDisabled={!canSend} />
					</>
				)}
			</div>
			{draft.length >= MESSAGE_MAX - MESSAGE_COUNTER && <LazyCount length={draft.length} />}
		</form>
	);
}
