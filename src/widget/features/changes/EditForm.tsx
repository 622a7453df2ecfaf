import { useLingui } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { isVisible } from '#protocol/base/isVisible.ts';
import type { Message } from '#protocol/entities/entities.ts';
import { MESSAGE_MAX } from '#protocol/base/limits.ts';
import { Button } from '#ui/Button.tsx';
import { SubmitButton } from '#ui/SubmitButton.tsx';
import { useFocusHandover } from '#ui/useFocusHandover.ts';
import { changingAtom } from './changes.ts';
import styles from './EditForm.module.css';
import { editOwnMessage } from './editOwnMessage.ts';

/** In place of a message: its text, to be changed. What is typed stays where saving fails. */
export function EditForm({ message: { id, content } }: { message: Message }) {
	const { t } = useLingui();
	const save = useSetAtom(editOwnMessage);
	const setChanging = useSetAtom(changingAtom);
	const [text, setText] = useState(content ?? '');
	const [failure, setFailure] = useState<string>();
	const [isBusy, setBusy] = useState(false);
	const field = useRef<HTMLTextAreaElement>(null);
	const place = useFocusHandover<HTMLFormElement>();
	const failureId = useId();
	const canSave = isVisible(text) && text.length <= MESSAGE_MAX;

	useEffect(() => {
		field.current?.focus();
		field.current?.setSelectionRange(field.current.value.length, field.current.value.length);
		field.current?.scrollIntoView({ block: 'nearest' });
	}, []);

	const end = () => setChanging((changing) => (changing?.id === id ? undefined : changing));

	async function submit(event?: FormEvent) {
		event?.preventDefault();
		if (isBusy || !canSave) return;
		setBusy(true);
		setFailure(undefined);
		const failed = await save(id, text);
		setBusy(false);
		setFailure(failed);
		if (failed === undefined) end();
	}

	function handleKey(event: KeyboardEvent) {
		if (event.nativeEvent.isComposing || event.keyCode === 229) return;
		if (event.key === 'Escape') {
			event.stopPropagation();
			end();
		} else if (event.key === 'Enter' && !event.shiftKey && event.target === field.current) {
			event.preventDefault();
			void submit();
		}
	}

	return (
		<form ref={place} className={styles.form} onSubmit={(event) => void submit(event)} onKeyDown={handleKey}>
			<div className={styles.grower} data-text={text}>
				<textarea
					ref={field}
					className={styles.field}
					rows={1}
					dir="auto"
					aria-label={t`Edit message`}
					aria-invalid={!canSave || failure !== undefined}
					aria-describedby={failureId}
					value={text}
					onChange={({ target }) => setText(target.value)}
				/>
			</div>
			<p id={failureId} className={styles.failure} role="alert">
				{failure}
			</p>
			<div className={styles.buttons}>
				<Button kind="quiet" onPress={end}>{t`Cancel`}</Button>
				<SubmitButton isBusy={isBusy}>{t`Save`}</SubmitButton>
			</div>
		</form>
	);
}
