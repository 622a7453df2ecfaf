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
import { MESSAGE_MAX } from '#protocol/limits.ts';
import { focusWhenEntered } from '#ui/focusWhenEntered.ts';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { AttachButton } from '../../features/attachments/AttachButton.tsx';
import { canAttachAtom, hasPicksAtom } from '../../features/attachments/picks.ts';
import { channelAtom } from '../../features/channel/channel.ts';
import { noteKey, stopTyping } from '../../features/conversation/typing.ts';
import { EmojiButton } from '../../features/emoji/EmojiButton.tsx';
import { hostAtom } from '../../features/host/host.ts';
import { visitSignalAtom } from '../../features/session/session.ts';
import { Voice } from '../../features/voice/Voice.tsx';
import { canRecordAtom } from '../../features/voice/sendVoice.ts';
import styles from './Composer.module.css';
import { ComposerCount } from './ComposerCount.tsx';
import { ComposerExtras } from './ComposerExtras.tsx';
import { draftAtom, writeDraft } from '../../features/messages/draft.ts';
import { canSendAtom, sendDraft } from '../../features/sending/sendDraft.ts';

/** A field with one line in it is lower than this, in CSS pixels. */
const TWO_LINES = 50;

/** One row: what can be added, the text, and the button that sends both. A text of several lines comes above the others. */
export function Composer() {
	const { t } = useLingui();
	const draft = useAtomValue(draftAtom);
	const write = useSetAtom(writeDraft);
	const send = useSetAtom(sendDraft);
	const type = useSetAtom(noteKey);
	const pause = useSetAtom(stopTyping);
	const canSend = useAtomValue(canSendAtom);
	const canAttach = useAtomValue(canAttachAtom);
	const canRecord = useAtomValue(canRecordAtom);
	const hasPicks = useAtomValue(hasPicksAtom);
	const { enabledFeatures } = useAtomValue(channelAtom);
	const { isOpen } = useAtomValue(hostAtom);
	const visit = useAtomValue(visitSignalAtom);
	// Of the visitor who speaks: nobody records for somebody else.
	const [recordingVisit, setRecordingVisit] = useState<AbortSignal>();
	const isRecording = recordingVisit === visit;
	const box = useRef<HTMLDivElement>(null);
	const field = useRef<HTMLTextAreaElement>(null);
	const focusField = useCallback(() => field.current?.focus(), []);

	// On a touch screen it would call up the keyboard, over what the visitor came to read.
	useEffect(() => {
		const isWanted = isOpen && !isRecording && !matchMedia('(pointer: coarse)').matches;
		return isWanted ? focusWhenEntered(field.current) : undefined;
	}, [isOpen, isRecording]);

	// No microphone is open behind a closed panel.
	useEffect(() => () => setRecordingVisit(undefined), [isOpen]);

	// Until all of the text is gone: while somebody types, nothing moves back and forth.
	useLayoutEffect(() => {
		if (!box.current) return;
		if (draft === '') delete box.current.dataset['tall'];
		else if (field.current && field.current.scrollHeight >= TWO_LINES) box.current.dataset['tall'] = '';
	}, [draft]);

	function submit(event?: FormEvent) {
		event?.preventDefault();
		send();
		focusField();
	}

	function handleChange(event: ChangeEvent<HTMLTextAreaElement>) {
		write(event.target.value);
		type();
	}

	function handleKey(event: KeyboardEvent) {
		// Enter that ends a word in an input method belongs to the input method; Safari says so only by the key code.
		const isComposing = event.nativeEvent.isComposing || event.keyCode === 229;
		if (event.key !== 'Enter' || event.shiftKey || isComposing) return;
		event.preventDefault();
		submit();
	}

	/** In place of what is selected; the caret comes after it. */
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
						<div className={styles.grower} data-text={draft || t`Type your message`}>
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
						{canRecord && draft === '' && !hasPicks && (
							<IconButton label={t`Record a voice message`} icon="voice" onPress={() => setRecordingVisit(visit)} />
						)}
						<button
							type="submit"
							className={styles.send}
							aria-label={t`Send message`}
							title={t`Send message`}
							aria-disabled={!canSend}
							// The keyboard of a phone stays where it is.
							onPointerDown={(event) => event.preventDefault()}
						>
							<Icon name="send" />
						</button>
					</>
				)}
			</div>
			<ComposerCount length={draft.length} />
		</form>
	);
}
