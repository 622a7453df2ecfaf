import { useLingui } from '@lingui/react/macro';
import type { ContentAttributesOf } from '#protocol/entities/contentTypes.ts';
import { readableAnswer } from '#ui/form/readableAnswer.ts';
import { Answers } from './Answers.tsx';

/** The fields that the visitor filled in. */
export function FormBody({ attributes: { items, submitted_values } }: { attributes: ContentAttributesOf<'form'> }) {
	const { t } = useLingui();
	const labelOf = (name: string) => items.find((item) => item.name === name)?.label ?? name;
	const lines = submitted_values?.map((answer) => {
		return t`${{ name: labelOf(answer.name) }}: ${{ content: readableAnswer(items, answer) }}`;
	});
	if (submitted_values?.length === 0) return null;
	return <Answers answers={lines ?? []} />;
}
