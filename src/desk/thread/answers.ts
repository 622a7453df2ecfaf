import * as v from 'valibot';
import { ContentAttributes, type RichContentType } from '#protocol/contentTypes.ts';
import type { Message } from '#protocol/entities.ts';

/**
 * The visitor's answers to a message that asks, one per line; empty for other messages, and before they answer (docs/wire.md,
 * Kinds of message).
 */
export function answersTo({ content_type = 'text', content_attributes }: Message): string[] {
	switch (content_type as RichContentType) {
		case 'input_email': {
			const { submitted_email } = read('input_email', content_attributes) ?? {};
			return submitted_email ? [submitted_email] : [];
		}
		case 'input_select': {
			const { submitted_values } = read('input_select', content_attributes) ?? {};
			return submitted_values?.map(({ title }) => title) ?? [];
		}
		case 'form': {
			const { items, submitted_values } = read('form', content_attributes) ?? {};
			const labelOf = (name: string) => items?.find((item) => item.name === name)?.label ?? name;
			return submitted_values?.map(({ name, value }) => `${labelOf(name)}: ${value}`) ?? [];
		}
		case 'input_csat': {
			const { csat_survey_response: answer } = read('input_csat', content_attributes)?.submitted_values ?? {};
			return answer ? [`${answer.rating} / 5`, ...(answer.feedback_message ? [answer.feedback_message] : [])] : [];
		}
		default:
			return [];
	}
}

function read<T extends RichContentType>(type: T, attributes: unknown) {
	const result = v.safeParse(ContentAttributes[type], attributes);
	return result.success ? result.output : undefined;
}
