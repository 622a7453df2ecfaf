/** A message that a visitor answers by pressing or filling in, as an agent writes it. */
import * as v from 'valibot';
import { type CardItem, FormItem } from '#protocol/entities/contentTypes.ts';

export const INTERACTIVE_KINDS = ['input_select', 'cards', 'form', 'input_email', 'input_csat'] as const;
export type InteractiveKind = (typeof INTERACTIVE_KINDS)[number];

const FieldDraft = v.object({
	label: v.string(),
	type: FormItem.entries.type,
	isRequired: v.boolean(),
	/** What a select offers, one on each line. */
	options: v.string(),
});
export type FieldDraft = v.InferOutput<typeof FieldDraft>;

const CardDraft = v.object({
	title: v.string(),
	description: v.string(),
	picture: v.string(),
	button: v.string(),
	link: v.string(),
});
export type CardDraft = v.InferOutput<typeof CardDraft>;

const InteractiveDraft = v.object({
	kind: v.picklist(INTERACTIVE_KINDS),
	content: v.string(),
	/** One on each line. */
	choices: v.string(),
	fields: v.pipe(v.array(FieldDraft), v.readonly()),
	cards: v.pipe(v.array(CardDraft), v.readonly()),
});
export type InteractiveDraft = v.InferOutput<typeof InteractiveDraft>;

export interface InteractiveMessage {
	content: string;
	content_type: InteractiveKind;
	content_attributes: Record<string, unknown>;
}

/** What is wrong with a value: there is none, or it is no web address. */
export type Fault = 'missing' | 'no-address';

export const NEW_FIELD: FieldDraft = { label: '', type: 'text', isRequired: false, options: '' };
export const NEW_CARD: CardDraft = { title: '', description: '', picture: '', button: '', link: '' };
export const NEW_DRAFT: InteractiveDraft = {
	kind: 'input_select',
	content: '',
	choices: '',
	fields: [NEW_FIELD],
	cards: [NEW_CARD],
};

export function readDraft(kept: unknown): InteractiveDraft {
	return v.is(InteractiveDraft, kept) ? kept : NEW_DRAFT;
}

/** The name of a control → what is wrong with it. */
export function findFaults(draft: InteractiveDraft): Readonly<Record<string, Fault>> {
	const faults: [name: string, fault: Fault | undefined | false][] = [['content', isBlank(draft.content) && 'missing']];
	if (draft.kind === 'input_select') faults.push(['choices', isBlank(draft.choices) && 'missing']);
	if (draft.kind === 'form') {
		draft.fields.forEach(({ label, type, options }, index) => {
			faults.push([`label-${index}`, isBlank(label) && 'missing']);
			faults.push([`options-${index}`, type === 'select' && isBlank(options) && 'missing']);
		});
	}
	if (draft.kind === 'cards') {
		draft.cards.forEach(({ title, picture, button, link }, index) => {
			faults.push([`title-${index}`, isBlank(title) && 'missing']);
			faults.push([`picture-${index}`, !isBlank(picture) && !isAddress(picture) && 'no-address']);
			faults.push([`button-${index}`, isBlank(button) && 'missing']);
			faults.push([`link-${index}`, !isAddress(link) && 'no-address']);
		});
	}
	return Object.fromEntries(faults.flatMap(([name, fault]) => (fault ? [[name, fault] as const] : [])));
}

/** What is sent; also of a draft with faults, for its preview. */
export function messageOf(draft: InteractiveDraft): InteractiveMessage {
	return { content: draft.content.trim(), content_type: draft.kind, content_attributes: attributesOf(draft) };
}

export function choiceItems(lines: string) {
	return linesOf(lines).map((title) => ({ title, value: title }));
}

export function formItems(fields: readonly FieldDraft[]): FormItem[] {
	return fields.map(({ label, type, isRequired, options }, index) => ({
		name: `field_${index + 1}`,
		label: label.trim(),
		type,
		required: isRequired,
		...(type === 'select' && { options: linesOf(options).map((option) => ({ label: option, value: option })) }),
	}));
}

export function cardItems(cards: readonly CardDraft[]): CardItem[] {
	return cards.map(({ title, description, picture, button, link }) => ({
		title: title.trim(),
		...(!isBlank(description) && { description: description.trim() }),
		...(!isBlank(picture) && { media_url: picture.trim() }),
		actions: [{ type: 'link', text: button.trim(), uri: link.trim() }],
	}));
}

function attributesOf({ kind, choices, fields, cards }: InteractiveDraft): Record<string, unknown> {
	if (kind === 'input_select') return { items: choiceItems(choices) };
	if (kind === 'form') return { items: formItems(fields) };
	return kind === 'cards' ? { items: cardItems(cards) } : {};
}

function linesOf(text: string): string[] {
	return [...new Set(text.split('\n').map((line) => line.trim()))].filter(Boolean);
}

function isBlank(text: string): boolean {
	return text.trim() === '';
}

function isAddress(text: string): boolean {
	return /^https?:\/\/\S+$/.test(text.trim()) && URL.canParse(text.trim());
}
