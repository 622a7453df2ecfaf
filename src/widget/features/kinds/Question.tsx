import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Message } from '#protocol/entities/entities.ts';
import { Bubble } from '#ui/Bubble.tsx';
import { KindText } from './KindText.tsx';
import styles from './Question.module.css';

interface Props {
	message: Message;
	/** The visitor's answers, in the order of the fields; undefined until there are some. */
	answers: readonly string[] | undefined;
	/** The controls to answer with. */
	children: ReactNode;
}

/**
 * A message that asks: its text, then the controls, and once it is answered the visitor's answers
 * instead.
 */
export function Question({ message, answers, children }: Props) {
	const isAnswered = answers !== undefined;
	const place = useRef<HTMLDivElement>(null);
	const wasAnswered = useRef(isAnswered);

	// The field that had the focus is gone, so the element in its place takes it.
	useEffect(() => {
		const isLost = document.activeElement === null || document.activeElement === document.body;
		if (isAnswered && !wasAnswered.current && isLost) place.current?.focus({ preventScroll: true });
		wasAnswered.current = isAnswered;
	}, [isAnswered]);

	return (
		<>
			<KindText message={message} />
			{isAnswered ? (
				<div ref={place} className={styles.answers} data-answers tabIndex={-1}>
					{answers.map((answer, index) => (
						// Answers have no identity but their position.
						<OwnAnswer key={index} text={answer} />
					))}
				</div>
			) : (
				children
			)}
		</>
	);
}

/** An answer in the visitor's colours, as plain text: answers have no formatting. */
function OwnAnswer({ text }: { text: string }) {
	const { t } = useLingui();
	return (
		<Bubble isOwn>
			<span data-visually-hidden>{t`You`}</span>
			<span className={styles.answer} dir="auto">
				{text}
			</span>
		</Bubble>
	);
}
