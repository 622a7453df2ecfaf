import { useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import type { FormEvent } from 'react';
import type { FormAnswer, FormItem } from '#protocol/entities/contentTypes.ts';
import type { Message } from '#protocol/entities/entities.ts';
import { listVisibleFields } from '#protocol/entities/visibleWhen.ts';
import { Field } from '#ui/form/Field.tsx';
import { SubmitButton } from '#ui/SubmitButton.tsx';
import { checkAnswer, isAnsweringAtom, pendingAnswer, pendingAnswersAtom, typeAnswer } from './answers.ts';
import cardStyles from './Card.module.css';
import { Failure } from './Failure.tsx';
import { type FieldProblem, findProblem, firstValue } from './fieldProblems.ts';

interface Props {
	message: Message;
	items: readonly FormItem[];
	/** The text of the button. */
	label: string;
	describe: (problem: FieldProblem, item: FormItem) => string;
	/** Called with the fields that are filled in, once all fields are valid. */
	onSubmit: (values: FormAnswer) => void;
}

/**
 * A form in a message. Errors are shown after the first attempt to send, and the focus goes to the
 * first invalid field.
 */
export function AnswerForm({ message, items, label, describe, onSubmit }: Props) {
	const { t } = useLingui();
	const { values, isChecked, state } = pendingAnswer(useAtomValue(pendingAnswersAtom), message.id);
	const isAnswering = useAtomValue(isAnsweringAtom);
	const type = useSetAtom(typeAnswer);
	const check = useSetAtom(checkAnswer);
	const valueOf = (item: FormItem) => values.get(item.name) ?? firstValue(item);
	const fields = listVisibleFields(items, (item) => valueOf(item).trim()).map((item) => {
		const value = valueOf(item);
		return { item, value, problem: findProblem(item, value) };
	});

	function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		check(message.id);
		const wrong = fields.findIndex(({ problem }) => problem !== undefined);
		const control = event.currentTarget.elements.item(wrong);
		if (control instanceof HTMLElement) control.focus();
		if (wrong >= 0) return;
		const filled = fields.map(({ item: { name }, value }) => ({ name, value: value.trim() }));
		onSubmit(filled.filter(({ value }) => value !== ''));
	}

	return (
		<form className={cardStyles['card']} noValidate onSubmit={submit}>
			{fields.map(({ item, value, problem }) => (
				<Field
					// Two fields may have the same name: their answers become one, but they are
					// drawn as two.
					key={items.indexOf(item)}
					item={item}
					value={value}
					error={isChecked && problem ? describe(problem, item) : undefined}
					invitation={t`Choose one`}
					onType={(typed) => type(message.id, item.name, typed)}
				/>
			))}
			<SubmitButton isBusy={isAnswering}>{label}</SubmitButton>
			<Failure text={state === 'failed' ? t`Couldn't send, try again` : undefined} />
		</form>
	);
}
