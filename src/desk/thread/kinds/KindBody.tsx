import type { ComponentType } from 'react';
import * as v from 'valibot';
import { ContentAttributes, type ContentAttributesOf, type RichContentType } from '#protocol/entities/contentTypes.ts';
import type { Message } from '#protocol/entities/entities.ts';
import { ArticleList } from '#ui/kinds/ArticleList.tsx';
import { Cards } from '#ui/kinds/Cards.tsx';
import { Answers } from './Answers.tsx';
import { CallBody } from './CallBody.tsx';
import { ChoicesBody } from './ChoicesBody.tsx';
import { FormBody } from './FormBody.tsx';
import { RatingBody } from './RatingBody.tsx';

type Bodies = { [T in RichContentType]: ComponentType<{ attributes: ContentAttributesOf<T>; messageId: number }> };

const BODIES: Bodies = {
	input_email: ({ attributes: { submitted_email: email } }) => <Answers answers={email ? [email] : []} />,
	input_select: ChoicesBody,
	form: FormBody,
	cards: ({ attributes }) => <Cards items={attributes.items} />,
	article: ({ attributes }) => <ArticleList items={attributes.items} />,
	input_csat: RatingBody,
	integrations: CallBody,
};

/**
 * What a message shows besides its text: what it offers the visitor, and what they chose or
 * answered. Nothing for a text, and where the attributes do not fit the kind (docs/wire.md, Kinds
 * of message).
 */
export function KindBody({ message: { id, content_type = 'text', content_attributes } }: { message: Message }) {
	if (!Object.hasOwn(BODIES, content_type)) return null;
	const type = content_type as RichContentType;
	const result = v.safeParse(ContentAttributes[type], content_attributes);
	if (!result.success) return null;
	// TypeScript does not know that the component found by a kind takes that kind's attributes.
	const Body = BODIES[type] as ComponentType<{ attributes: unknown; messageId: number }>;
	return <Body attributes={result.output} messageId={id} />;
}
