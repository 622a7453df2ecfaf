import { Trans, useLingui } from '@lingui/react/macro';
import { Cards } from '#ui/kinds/Cards.tsx';
import { Field } from '#ui/form/Field.tsx';
import { RatingField } from '#ui/rating/RatingField.tsx';
import { RichText } from '#ui/richText/RichText.tsx';
import { ChoicesBody } from '../kinds/ChoicesBody.tsx';
import { cardItems, choiceItems, formItems, type InteractiveDraft } from './interactive.ts';
import styles from './InteractivePreview.module.css';

/** The message as the visitor will see it; nothing in it can be pressed. */
export function InteractivePreview({ draft }: { draft: InteractiveDraft }) {
	const { t } = useLingui();
	return (
		<section className={styles.preview} aria-label={t`Preview`}>
			<h3>
				<Trans>Preview</Trans>
			</h3>
			<div className={styles.bubble} inert>
				{draft.content.trim() && <RichText text={draft.content} />}
				<Offer draft={draft} />
			</div>
		</section>
	);
}

function Offer({ draft: { kind, choices, cards, fields } }: { draft: InteractiveDraft }) {
	const { t } = useLingui();
	if (kind === 'input_select') return <ChoicesBody attributes={{ items: choiceItems(choices) }} />;
	if (kind === 'cards') return <Cards items={cardItems(cards)} />;
	if (kind === 'input_csat') {
		return <RatingField label={t`Rating`} rating={undefined} isFinal onRate={() => undefined} />;
	}
	const items =
		kind === 'form' ? formItems(fields) : [{ name: 'email', type: 'email' as const, label: t`Email Address` }];
	return items.map((item) => <Field key={item.name} item={item} value="" error={undefined} onType={() => undefined} />);
}
