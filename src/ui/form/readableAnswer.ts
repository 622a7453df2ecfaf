import type { FormAnswer, FormItem } from '#protocol/entities/contentTypes.ts';

/** The answer in words: for a choice, the label of the option instead of its value. */
export function readableAnswer(items: readonly FormItem[], { name, value }: FormAnswer[number]): string {
	const field = items.find((item) => item.name === name);
	return field?.options?.find((option) => option.value === value)?.label ?? value;
}
