import { useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { isAnsweringAtom, pendingAnswer, pendingAnswersAtom, sendAnswer } from './answers.ts';
import { Failure } from './Failure.tsx';
import { Question } from './Question.tsx';
import type { KindProps } from './kindProps.ts';
import styles from './SelectBody.module.css';

/** Several options, of which the visitor chooses one by pressing it. */
export function SelectBody({ message, attributes }: KindProps<'input_select'>) {
	const { t } = useLingui();
	const { state } = pendingAnswer(useAtomValue(pendingAnswersAtom), message.id);
	const isAnswering = useAtomValue(isAnsweringAtom);
	const send = useSetAtom(sendAnswer);
	const { items, submitted_values } = attributes;
	return (
		<Question message={message} answers={submitted_values?.map(({ title }) => title)}>
			<div className={styles.choices} role="group" aria-label={message.content || t`Choose one`}>
				{items.map((item) => (
					<button
						key={item.value}
						type="button"
						className={styles.choice}
						aria-disabled={isAnswering || undefined}
						onClick={() => void send(message, { submitted_values: [item] })}
					>
						<bdi>{item.title}</bdi>
					</button>
				))}
			</div>
			<Failure text={state === 'failed' ? t`Couldn't send, try again` : undefined} />
		</Question>
	);
}
