import { useLingui } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { changingAtom } from './changes.ts';
import { deleteOwnMessage } from './deleteOwnMessage.ts';
import styles from './DeleteQuestion.module.css';

/** Below a message of the visitor's own: whether it is to be deleted. */
export function DeleteQuestion({ id }: { id: number }) {
	const { t } = useLingui();
	const remove = useSetAtom(deleteOwnMessage);
	const setChanging = useSetAtom(changingAtom);
	const [isBusy, setBusy] = useState(false);
	const question = useRef<HTMLDivElement>(null);
	const textId = useId();
	const end = () => setChanging((changing) => (changing?.id === id ? undefined : changing));

	// A visitor who declines returns to the element from which the question came; with the message
	// that is gone, the focus goes to the list.
	useEffect(() => {
		const before = document.activeElement;
		question.current?.querySelector('button')?.focus();
		question.current?.scrollIntoView({ block: 'nearest' });
		return () => {
			if (before instanceof HTMLElement && before.isConnected) before.focus();
		};
	}, []);

	// Escape answers the question first, and closes the panel only when there is none.
	function cancel(event: KeyboardEvent) {
		if (event.key !== 'Escape') return;
		event.stopPropagation();
		end();
	}

	async function confirm() {
		if (isBusy) return;
		setBusy(true);
		await remove(id);
		end();
	}

	return (
		<div
			ref={question}
			className={styles.question}
			role="alertdialog"
			aria-label={t`Delete`}
			aria-describedby={textId}
			aria-busy={isBusy}
			onKeyDown={cancel}
		>
			<p id={textId} className={styles.text}>{t`Delete this message?`}</p>
			<Button kind="quiet" onPress={end}>{t`Cancel`}</Button>
			<Button kind="danger" onPress={() => void confirm()}>{t`Delete`}</Button>
		</div>
	);
}
