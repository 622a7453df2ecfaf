import { useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from '#ui/Button.tsx';
import { focusWhenEntered } from '#ui/focusWhenEntered.ts';
import { canWriteAtom, hasEndedAtom } from '../../features/conversation/conversation.ts';
import { confirmEnd, isAskingToEndAtom, keepConversation } from '../../features/conversation/endConversation.ts';
import styles from './EndActionsView.module.css';

interface Props {
	/** The visitor wants a new conversation. */
	onLeave: () => void;
	children: ReactNode;
}

/**
 * Below the messages, once the conversation has ended or the visitor wants to end it: the available
 * actions.
 */
export function EndActionsView(props: Props) {
	const hasEnded = useAtomValue(hasEndedAtom);
	const isAsking = useAtomValue(isAskingToEndAtom);
	return (
		<>
			{isAsking && <Confirmation />}
			{hasEnded && <Actions {...props} />}
		</>
	);
}

function Actions({ onLeave, children }: Props) {
	const { t } = useLingui();
	const canWrite = useAtomValue(canWriteAtom);
	const place = useRef<HTMLDivElement>(null);

	// The element that had the focus, the end button or the field, is gone.
	useEffect(() => (document.activeElement === document.body ? focusWhenEntered(place.current) : undefined), []);

	return (
		<div ref={place} className={styles.actions} tabIndex={-1}>
			<Button kind={canWrite ? 'quiet' : 'primary'} onPress={onLeave}>{t`Start a new conversation`}</Button>
			{children}
		</div>
	);
}

function Confirmation() {
	const { t } = useLingui();
	const end = useSetAtom(confirmEnd);
	const keep = useSetAtom(keepConversation);
	const question = useRef<HTMLDivElement>(null);
	const id = useId();

	// A visitor who declines returns to the element from which the question came.
	useEffect(() => {
		const before = document.activeElement;
		question.current?.querySelector('button')?.focus();
		return () => {
			if (before instanceof HTMLElement) before.focus();
		};
	}, []);

	// Escape answers the question first, and closes the panel only when there is none.
	function cancel(event: KeyboardEvent) {
		if (event.key !== 'Escape') return;
		event.stopPropagation();
		keep();
	}

	return (
		<div
			ref={question}
			className={styles.actions}
			role="alertdialog"
			aria-label={t`End Conversation`}
			aria-describedby={id}
			onKeyDown={cancel}
		>
			<p id={id} className={styles.text}>{t`End this conversation? It cannot be continued afterwards.`}</p>
			<Button kind="quiet" onPress={() => keep()}>{t`Cancel`}</Button>
			<Button kind="danger" onPress={() => void end()}>{t`End Conversation`}</Button>
		</div>
	);
}
