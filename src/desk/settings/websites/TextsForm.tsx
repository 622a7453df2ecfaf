import { Trans, useLingui } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { useCallback, useRef, useState } from 'react';
import { foldText } from '#protocol/base/foldText.ts';
import type { ChatText } from '#protocol/application/inboxRoutes.ts';
import { OWN_TEXT_MAX } from '#protocol/base/limits.ts';
import { ENABLED_LOCALES, languageTag, type Locale } from '#protocol/base/locales.ts';
import { loadChunk } from '#client/chunk.ts';
import { FieldFrame } from '#ui/form/FieldFrame.tsx';
import type { WordingProblem } from '#wording/readWording.ts';
import { WaitingNote } from '../../common/WaitingNote.tsx';
import { DeskForm } from '../../form/DeskForm.tsx';
import { useForm, type Form } from '../../form/useForm.ts';
import { nameOfLanguage } from '../parts/nameOfLanguage.ts';
import { useFresh } from '../../common/useFresh.ts';
import { BesidePreview } from './preview/BesidePreview.tsx';
import { changedNames, changeOf, idOf, localeOf, nameOf, type TextValues, valuesOf } from '../parts/textValues.ts';
import { draftOf, loadChatTexts } from './texts.ts';
import type { WebsiteFormProps } from './websiteForm.ts';
import styles from './TextsForm.module.css';

/** What is wrong with a text, by its id; an empty one is right. */
type CheckText = (id: string, text: string) => WordingProblem | undefined;

/**
 * The texts of the chat in the owner's words, a language at a time; what is typed in one stays
 * while another is shown.
 */
export function TextsForm({ inbox, save }: WebsiteFormProps) {
	const { t } = useLingui();
	const describe = useProblemText();
	const [locale, setLocale] = useState(inbox.locale as Locale);
	const [words, setWords] = useState('');
	/** Language → the check of its texts, once they have been shown. */
	const checks = useRef(new Map<string, CheckText>());
	const form = useForm<TextValues, unknown>({
		initial: valuesOf(inbox.texts),
		check: (values) => {
			const found = changedNames(values, inbox.texts).map((name) => {
				const check = checks.current.get(localeOf(name));
				return [name, describe(check?.(idOf(name), values[name]?.trim() ?? ''))] as const;
			});
			const wrong = found.filter(([, problem]) => problem !== undefined).map(([name]) => localeOf(name) as Locale);
			if (wrong[0] !== undefined && !wrong.includes(locale)) setLocale(wrong[0]);
			return Object.fromEntries(found);
		},
		etag: inbox.etag,
		save: (values, etag) => save({ texts: changeOf(values, changedNames(values, inbox.texts)) }, etag),
		refusals: { texts: t`The server does not accept this value.` },
	});
	const fetch = useSetAtom(loadChatTexts);
	const load = useCallback(async () => {
		const [texts, { readWording }] = await Promise.all([
			fetch(locale),
			// It brings a parser, which no other page of the settings needs.
			loadChunk(() => import('#wording/readWording.ts')),
		]);
		checks.current.set(locale, (id, text) => {
			const replaced = texts.find((one) => one.id === id);
			if (!replaced || text === '') return undefined;
			const wording = readWording(text, [replaced.english, replaced.text]);
			return 'problem' in wording ? wording.problem : undefined;
		});
		return texts;
	}, [fetch, locale]);
	const { value: texts, isFresh, ...progress } = useFresh(load, locale);
	return (
		<BesidePreview
			inbox={inbox}
			draft={{ texts: draftOf(form.values, changedNames(form.values, inbox.texts), locale) }}
			locale={locale}
		>
			<div className={styles.choice}>
				<p>
					<Trans>
						All texts that visitors see in the chat. A field that is left empty keeps the text that it shows.
					</Trans>
				</p>
				<FieldFrame label={t`Language`} isRequired={false} error={undefined}>
					{(control) => (
						<select
							{...control}
							name="language"
							value={locale}
							onChange={({ target }) => setLocale(target.value as Locale)}
						>
							{ENABLED_LOCALES.map((code) => (
								<option key={code} value={code}>
									{nameOfLanguage(code)}
								</option>
							))}
						</select>
					)}
				</FieldFrame>
				<FieldFrame label={t`Search`} isRequired={false} error={undefined}>
					{(control) => (
						<input
							{...control}
							type="search"
							name="words"
							dir="auto"
							autoComplete="off"
							value={words}
							onChange={({ target }) => setWords(target.value)}
						/>
					)}
				</FieldFrame>
			</div>
			{texts && isFresh ? (
				<DeskForm form={form}>
					<TextFields form={form} texts={texts} saved={inbox.texts[locale]} locale={locale} words={words} />
				</DeskForm>
			) : (
				<WaitingNote {...progress} />
			)}
		</BesidePreview>
	);
}

/** What is wrong with a text, as it is said beside its field. */
function useProblemText(): (problem: WordingProblem | undefined) => string | undefined {
	const { t } = useLingui();
	return (problem) => {
		if (!problem) return undefined;
		if (problem.code === 'unreadable') return t`The text cannot be read: check its braces.`;
		// No longer text can be typed.
		if (problem.code === 'too-long') return t`The server does not accept this value.`;
		const { code, part } = problem;
		return code === 'lacks' ? t`The text has to contain ${part}.` : t`The text must not contain ${part}.`;
	};
}

interface FieldsProps {
	form: Form<TextValues>;
	texts: readonly ChatText[];
	/** The owner's, by their ids. */
	saved: Readonly<Record<string, string>> | undefined;
	locale: string;
	/** What is searched for. */
	words: string;
}

/** The fields in which all words occur, and those with something wrong. */
function TextFields({ form, texts, saved, locale, words }: FieldsProps) {
	const wanted = foldText(words).split(/\s+/).filter(Boolean);
	const found = texts.filter(({ id, text }) => {
		const name = nameOf(locale, id);
		// Not what is being typed, since its field would go away.
		const searched = foldText(`${id} ${text} ${saved?.[id] ?? ''}`);
		return form.errors[name] !== undefined || wanted.every((word) => searched.includes(word));
	});
	if (found.length === 0)
		return (
			<p role="status">
				<Trans>No results found</Trans>
			</p>
		);
	return found.map(({ id, text }) => {
		const name = nameOf(locale, id);
		const value = form.values[name] ?? '';
		return (
			<FieldFrame key={name} label={id} isRequired={false} hint={value && text} error={form.errors[name]}>
				{(control) => (
					<textarea
						{...control}
						name={name}
						lang={languageTag(locale)}
						dir="auto"
						rows={text.length > LONG ? 3 : 1}
						maxLength={OWN_TEXT_MAX}
						placeholder={text}
						value={value}
						onChange={({ target }) => form.change({ [name]: target.value })}
					/>
				)}
			</FieldFrame>
		);
	});
}

/** Characters that fit into one line. */
const LONG = 60;
