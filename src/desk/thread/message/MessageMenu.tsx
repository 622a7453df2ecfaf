import { Trans, useLingui } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Message } from '#protocol/entities/entities.ts';
import { BANNER_DURATION } from '#protocol/base/limits.ts';
import { isAborted } from '#client/rest.ts';
import type { MenuAction } from '#ui/menu/menuAction.ts';
import { MenuButton } from '#ui/menu/MenuButton.tsx';
import { MenuItems } from '#ui/menu/MenuItems.tsx';
import { useFocusHandover } from '#ui/useFocusHandover.ts';
import { COPY, REPLY } from '#ui/messageIcons.ts';
import { DELETE } from '#ui/menu/changeIcons.ts';
import { QuestionDialog } from '../../common/QuestionDialog.tsx';
import { deleteMessage } from '../model/deleteMessage.ts';
import { changeDraft } from '../model/drafts.ts';
import styles from './MessageMenu.module.css';

/** What an agent does with a message: answer, copy or delete it. */
export function MessageMenu({ message }: { message: Message }) {
	const { t } = useLingui();
	const [isDeleting, setDeleting] = useState(false);
	const reply = useSetAtom(changeDraft);
	const { copy, outcome } = useCopying(message.content ?? '');
	const question = useRef<HTMLDivElement>(null);
	// The menu of a message that was deleted is gone, and hands its focus over. While the question
	// is open, nothing outside of it can have the focus.
	useLayoutEffect(() => {
		const { current } = question;
		return () => current?.querySelector('dialog')?.close();
	}, []);
	const place = useFocusHandover<HTMLDivElement>();
	const actions: MenuAction[] = [
		{
			label: t`Reply`,
			icon: REPLY,
			isDirectional: true,
			act: () => reply(message.conversation_id, { replyTo: message.id }),
		},
		...(message.content ? [{ label: t`Copy`, icon: COPY, act: copy } as const] : []),
		{ label: t`Delete`, icon: DELETE, isDangerous: true, act: () => setDeleting(true) },
	];
	return (
		<div ref={place} className={styles.place}>
			<MenuButton size="small">
				<MenuItems actions={actions} />
			</MenuButton>
			<span className={styles.outcome} role="status">
				{outcome === 'copied' && <Trans>Copied</Trans>}
				{outcome === 'failed' && <Trans>That did not work. Try again.</Trans>}
			</span>
			<div ref={question}>{isDeleting && <DeleteDialog message={message} onClose={() => setDeleting(false)} />}</div>
		</div>
	);
}

/** Copies a text; the outcome is known for a moment. */
function useCopying(text: string) {
	const [outcome, setOutcome] = useState<'copied' | 'failed'>();
	useEffect(() => {
		const timer = setTimeout(() => setOutcome(undefined), BANNER_DURATION);
		return () => clearTimeout(timer);
	}, [outcome]);
	const write = async (): Promise<void> => {
		// Cleared first, so that screen readers announce the same outcome again.
		setOutcome(undefined);
		try {
			await navigator.clipboard.writeText(text);
			setOutcome('copied');
		} catch {
			// The browser denies it on plain HTTP, or the agent has denied it.
			setOutcome('failed');
		}
	};
	return { outcome, copy: () => void write() };
}

function DeleteDialog({ message, onClose }: { message: Message; onClose: () => void }) {
	const remove = useSetAtom(deleteMessage);
	const [state, setState] = useState<'asking' | 'busy' | 'failed'>('asking');
	const confirm = async (): Promise<void> => {
		setState('busy');
		try {
			await remove(message);
		} catch (error) {
			if (!isAborted(error)) setState('failed');
		}
	};
	return (
		<QuestionDialog
			title={<Trans>Delete this message?</Trans>}
			isBusy={state === 'busy'}
			yes={<Trans>Delete</Trans>}
			onYes={() => void confirm()}
			no={<Trans>Cancel</Trans>}
			onNo={onClose}
		>
			<p>
				<Trans>Its text and its files are removed, for the visitor as well.</Trans>
			</p>
			<p className={styles.failure} role="alert">
				{state === 'failed' && <Trans>That did not work. Try again.</Trans>}
			</p>
		</QuestionDialog>
	);
}
