import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Message } from '#protocol/entities.ts';
import { Bubble } from '#ui/Bubble.tsx';
import { KindText } from './KindText.tsx';
import styles from './Question.module.css';

interface Props {
	message: Message;
	/** What the visitor answered, in the order of the fields; undefined until then. */
	answers: readonly string[] | undefined;
	/** How to answer. */
	children: ReactNode;
}

/** A message that asks: its text, then the way to answer, and once it is answered what the visitor said. */
export function Question({ message, answers, children }: Props) {
	const isAnswered = answers !== undefined;
	const place = useRef<HTMLDivElement>(null);
	const wasAnswered = useRef(isAnswered);

	// The field that had the focus is gone, so what stands in its place gets it.
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
						// Answers have no identity but their place.
						<OwnAnswer key={index} text={answer} />
					))}
				</div>
			) : (
				children
			)}
		</>
	);
}

/** In the visitor's colours, as plain text: answers have no formatting. */
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
