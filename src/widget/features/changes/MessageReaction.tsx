import { useLingui } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import type { Message } from '#protocol/entities/entities.ts';
import { type Reaction, REACTIONS } from '#protocol/entities/reactions.ts';
import styles from './MessageReaction.module.css';
import { reactingAtom } from './reactions.ts';
import { sendReaction } from './sendReaction.ts';

interface Props {
	message: Message;
	/** Whether the visitor chooses. */
	isOpen: boolean;
}

/** Below a message of the team: the visitor's reaction, and the choice of another. */
export function MessageReaction({ message, isOpen }: Props) {
	const { t } = useLingui();
	const setReacting = useSetAtom(reactingAtom);
	const emoji = message.content_attributes['reaction'];
	return (
		<div className={styles.place}>
			{isOpen && <Choice id={message.id} chosen={emoji} />}
			{!isOpen && typeof emoji === 'string' && (
				<button
					type="button"
					className={styles.chosen}
					aria-label={t`Reaction: ${emoji}`}
					title={t`Reaction: ${emoji}`}
					onClick={() => setReacting(() => message.id)}
				>
					{emoji}
				</button>
			)}
		</div>
	);
}

/** The emoji, each named by itself: screen readers say it in the visitor's language. */
function Choice({ id, chosen }: { id: number; chosen: unknown }) {
	const { t } = useLingui();
	const send = useSetAtom(sendReaction);
	const setReacting = useSetAtom(reactingAtom);
	const group = useRef<HTMLDivElement>(null);

	useLayoutEffect(() => {
		const { current } = group;
		const opener = current?.closest('[data-key]')?.querySelector<HTMLElement>('[aria-expanded=true]');
		const first = current?.querySelector<HTMLElement>('[aria-pressed=true]') ?? current?.querySelector('button');
		first?.focus();
		current?.scrollIntoView({ block: 'nearest' });
		// A visitor who went on to another control stays there.
		return () => {
			if (current?.contains(document.activeElement)) opener?.focus();
		};
	}, []);

	const end = () => setReacting((open) => (open === id ? undefined : open));

	function handleKey(event: KeyboardEvent<HTMLDivElement>) {
		if (event.key !== 'Escape') return;
		event.stopPropagation();
		end();
	}

	function choose(emoji: Reaction) {
		void send(id, emoji === chosen ? null : emoji);
		end();
	}

	return (
		<div ref={group} className={styles.choice} role="group" aria-label={t`Add a reaction`} onKeyDown={handleKey}>
			{REACTIONS.map((emoji) => (
				<button
					key={emoji}
					type="button"
					className={styles.emoji}
					aria-pressed={emoji === chosen}
					onClick={() => choose(emoji)}
				>
					{emoji}
				</button>
			))}
		</div>
	);
}
