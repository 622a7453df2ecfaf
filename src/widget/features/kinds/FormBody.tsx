import { useLingui } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import type { FormItem } from '#protocol/entities/contentTypes.ts';
import { readableAnswer } from '#ui/form/readableAnswer.ts';
import { AnswerForm } from './AnswerForm.tsx';
import { sendAnswer } from './answers.ts';
import type { FieldProblem } from './fieldProblems.ts';
import { Question } from './Question.tsx';
import type { KindProps } from './kindProps.ts';

/** A form with several fields, of which only the required ones have to be filled in. */
export function FormBody({ message, attributes }: KindProps<'form'>) {
	const { t } = useLingui();
	const send = useSetAtom(sendAnswer);
	const { items, button_label, submitted_values } = attributes;

	function describe(problem: FieldProblem, item: FormItem): string {
		if (problem === 'invalid') return item.pattern_error || t`Invalid field`;
		const { label } = item;
		return label ? t`${label} is required` : t`Required`;
	}

	return (
		<Question message={message} answers={submitted_values?.map((answer) => readableAnswer(items, answer))}>
			<AnswerForm
				message={message}
				items={items}
				label={button_label || t`Submit`}
				describe={describe}
				onSubmit={(values) => void send(message, { submitted_values: values })}
			/>
		</Question>
	);
}
