import { useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { type ChangeEvent, type FormEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import { noteKey, stopTyping } from '../conversation/typing.ts';
import { hostAtom } from '../host/host.ts';
import styles from './Composer.module.css';
import { draftAtom, writeDraft } from './draft.ts';
import { sendDraft } from './sending.ts';

export function Composer() {
	const { t } = useLingui();
	const draft = useAtomValue(draftAtom);
	const write = useSetAtom(writeDraft);
	const send = useSetAtom(sendDraft);
	const type = useSetAtom(noteKey);
	const pause = useSetAtom(stopTyping);
	const { isOpen } = useAtomValue(hostAtom);
	const field = useRef<HTMLTextAreaElement>(null);
	const isBlank = draft.trim() === '';

	// On a touch screen it would call up the keyboard, over what the visitor came to read.
	useEffect(() => {
		if (isOpen && !matchMedia('(pointer: coarse)').matches) field.current?.focus({ preventScroll: true });
	}, [isOpen]);

	function submit(event?: FormEvent) {
		event?.preventDefault();
		send();
		field.current?.focus();
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

	return (
		<form className={styles['composer']} onSubmit={submit}>
			<div className={styles['box']}>
				<div className={styles['grower']} data-text={draft}>
					<textarea
						ref={field}
						className={styles['field']}
						rows={1}
						dir="auto"
						enterKeyHint="send"
						placeholder={t`Type your message`}
						aria-label={t`Type your message`}
						value={draft}
						onChange={handleChange}
						onKeyDown={handleKey}
						onBlur={() => pause()}
					/>
				</div>
				<button
					type="submit"
					className={styles['send']}
					aria-label={t`Send message`}
					title={t`Send message`}
					aria-disabled={isBlank}
					// The keyboard of a phone stays where it is.
					onPointerDown={(event) => event.preventDefault()}
				>
					<Icon name="send" />
				</button>
			</div>
		</form>
	);
}
