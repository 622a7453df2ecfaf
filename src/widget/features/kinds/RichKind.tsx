import type { ComponentType } from 'react';
import * as v from 'valibot';
import { ContentAttributes, type RichContentType } from '#protocol/entities/contentTypes.ts';
import type { Message } from '#protocol/entities/entities.ts';
import { ArticlesBody } from './ArticlesBody.tsx';
import { CallBody } from './CallBody.tsx';
import { CardsBody } from './CardsBody.tsx';
import { CsatBody } from './CsatBody.tsx';
import { EmailBody } from './EmailBody.tsx';
import { FormBody } from './FormBody.tsx';
import type { KindProps } from './kindProps.ts';
import { KindText } from './KindText.tsx';
import { SelectBody } from './SelectBody.tsx';

const BODIES: { [T in RichContentType]: ComponentType<KindProps<T>> } = {
	input_email: EmailBody,
	input_select: SelectBody,
	form: FormBody,
	cards: CardsBody,
	article: ArticlesBody,
	input_csat: CsatBody,
	integrations: CallBody,
};

/**
 * A message of a kind that has its own component. Where its attributes do not fit the kind, its
 * text is shown (docs/wire.md, Kinds of message).
 */
export function RichKind({ message }: { message: Message }) {
	const type = message.content_type as RichContentType;
	const result = v.safeParse(ContentAttributes[type], message.content_attributes);
	if (!result.success) return <KindText message={message} />;
	// TypeScript does not know that the component found by a kind takes that kind's attributes.
	const Body = BODIES[type] as ComponentType<{ message: Message; attributes: unknown }>;
	return <Body message={message} attributes={result.output} />;
}
