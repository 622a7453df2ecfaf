import { Trans, useLingui } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { useState } from 'react';
import { ENABLED_LOCALES, languageTag, type Locale } from '#protocol/base/locales.ts';
import { findTranslation, listTexts, type OwnersText, type TextPattern } from '#protocol/entities/translations.ts';
import { FieldFrame } from '#ui/form/FieldFrame.tsx';
import { attempt } from '../../common/attempt.ts';
import { OutlinedButton } from '../../common/OutlinedButton.tsx';
import { DeskForm } from '../../form/DeskForm.tsx';
import { useForm } from '../../form/useForm.ts';
import { nameOfLanguage } from '../parts/nameOfLanguage.ts';
import { BesidePreview } from './preview/BesidePreview.tsx';
import { changedNames, changeOf, nameOf, type TextValues, valuesOf } from '../parts/textValues.ts';
import { draftOf } from './texts.ts';
import { exportTranslations, importTranslations } from './translationFiles.ts';
import type { WebsiteFormProps } from './websiteForm.ts';
import styles from './TranslationsForm.module.css';

/**
 * The website's own texts, each beside its translation into a language; what is typed in one
 * language stays while another is shown. What is missing says so, and shows what visitors read in
 * its place.
 */
export function TranslationsForm({ inbox, save, onChanged }: WebsiteFormProps) {
	const { t } = useLingui();
	const others = ENABLED_LOCALES.filter((code) => code !== inbox.locale);
	const [locale, setLocale] = useState<Locale>(
		() => others.find((code) => code in inbox.translations) ?? others[0] ?? 'en',
	);
	const form = useForm<TextValues, unknown>({
		initial: valuesOf(inbox.translations),
		etag: inbox.etag,
		save: (values, etag) => save({ translations: changeOf(values, changedNames(values, inbox.translations)) }, etag),
		refusals: { translations: t`The server does not accept this value.` },
	});
	const texts = listTexts('inbox', inbox);
	const valueOf = (code: string, path: string): string => form.values[nameOf(code, path)] ?? '';
	const missingIn = (code: string): number => texts.filter(({ path }) => !valueOf(code, path).trim()).length;
	const copyFrom = (from: string): void => {
		const empty = texts.filter(({ path }) => !valueOf(locale, path).trim() && valueOf(from, path).trim());
		form.change(Object.fromEntries(empty.map(({ path }) => [nameOf(locale, path), valueOf(from, path)])));
	};
	return (
		<BesidePreview
			inbox={inbox}
			draft={{ translations: draftOf(form.values, changedNames(form.values, inbox.translations), locale) }}
			locale={locale}
		>
			<div className={styles.tools}>
				<p>
					<Trans>Visitors read these texts in their language. What is not translated is shown as it is written.</Trans>
				</p>
				<FieldFrame
					label={t`Language`}
					isRequired={false}
					hint={missingIn(locale) > 0 && `${t`Not translated yet`}: ${missingIn(locale)}`}
					error={undefined}
				>
					{(control) => (
						<select
							{...control}
							name="language"
							value={locale}
							onChange={({ target }) => setLocale(target.value as Locale)}
						>
							{others.map((code) => (
								<option key={code} value={code}>
									{missingIn(code) < texts.length ? '✓ ' : ''}
									{nameOfLanguage(code)}
								</option>
							))}
						</select>
					)}
				</FieldFrame>
				<FieldFrame label={t`Copy from`} isRequired={false} error={undefined}>
					{(control) => (
						<select {...control} name="copy" value="" onChange={({ target }) => copyFrom(target.value)}>
							<option value="">–</option>
							{others
								.filter((code) => code !== locale && missingIn(code) < texts.length)
								.map((code) => (
									<option key={code} value={code}>
										{nameOfLanguage(code)}
									</option>
								))}
						</select>
					)}
				</FieldFrame>
				<FileTools inbox={inbox} locale={locale} onChanged={onChanged} />
			</div>
			<DeskForm form={form}>
				{texts.map((text) => (
					<TextRow
						key={nameOf(locale, text.path)}
						text={text}
						locale={locale}
						own={inbox.locale}
						value={valueOf(locale, text.path)}
						fallback={findTranslation(asTranslations(form.values, text.path), text.path, inbox.locale, locale)}
						onChange={(value) => form.change({ [nameOf(locale, text.path)]: value })}
					/>
				))}
			</DeskForm>
		</BesidePreview>
	);
}

/** What has been typed of a text, by language. */
function asTranslations(values: TextValues, path: string): Record<string, Record<string, string>> {
	const all = ENABLED_LOCALES.map((locale) => [locale, { [path]: values[nameOf(locale, path)] ?? '' }] as const);
	return Object.fromEntries(all);
}

interface RowProps {
	text: OwnersText<'inbox'>;
	locale: Locale;
	/** The language in which the text is written. */
	own: string;
	value: string;
	/**
	 * What a visitor of that language reads of other languages in its place; undefined for the text
	 * as it is written.
	 */
	fallback: string | undefined;
	onChange: (value: string) => void;
}

/** A text as it is written, and beside it its translation. */
function TextRow({ text: { path, pattern, text, max }, locale, own, value, fallback, onChange }: RowProps) {
	const { t } = useLingui();
	const nameOfText = useTextNames();
	return (
		<div className={styles.text}>
			<p className={styles.written} lang={languageTag(own)} dir="auto">
				{text}
			</p>
			<FieldFrame
				label={nameOfText(pattern)}
				isRequired={false}
				hint={
					!value.trim() && (
						<>
							{t`Not translated yet`}
							{fallback !== undefined && (
								<>
									: <bdi>{fallback}</bdi>
								</>
							)}
						</>
					)
				}
				error={undefined}
			>
				{(control) => (
					<textarea
						{...control}
						name={path}
						lang={languageTag(locale)}
						dir="auto"
						rows={text.length > LONG ? 3 : 1}
						maxLength={max}
						value={value}
						onChange={({ target }) => onChange(target.value)}
					/>
				)}
			</FieldFrame>
		</div>
	);
}

/** Characters that fit into one line. */
const LONG = 40;

/** The name under which the settings have the text. */
function useTextNames(): (pattern: TextPattern<'inbox'>) => string {
	const { t } = useLingui();
	const names: Record<TextPattern<'inbox'>, string> = {
		name: t`Name`,
		launcher_title: t`Text of the chat button`,
		welcome_title: t`Welcome title`,
		welcome_tagline: t`Welcome text`,
		greeting_message: t`Greeting`,
		out_of_office_message: t`Message outside working hours`,
		'topics.*.name': t`Topics`,
		'topics.*.greeting': t`Greeting`,
		'pre_chat_form_options.pre_chat_message': t`Text above the form`,
		'pre_chat_form_options.pre_chat_fields.*.label': t`Fields`,
		'pre_chat_form_options.pre_chat_fields.*.placeholder': t`Fields`,
		'pre_chat_form_options.pre_chat_fields.*.values.*': t`Fields`,
		'pre_chat_form_options.pre_chat_fields.*.regex_cue': t`Fields`,
	};
	return (pattern) => names[pattern];
}

/** A language as a file that translators know. */
function FileTools({ inbox, locale, onChanged }: Pick<WebsiteFormProps, 'inbox' | 'onChanged'> & { locale: Locale }) {
	const { t } = useLingui();
	const tryTo = useSetAtom(attempt);
	const download = useSetAtom(exportTranslations);
	const upload = useSetAtom(importTranslations);
	return (
		<>
			<div className={styles.buttons}>
				<OutlinedButton onPress={() => void tryTo(() => download(inbox, locale))}>
					<Trans>Download</Trans>
				</OutlinedButton>
			</div>
			<FieldFrame label={t`Translated file (PO)`} isRequired={false} error={undefined}>
				{(control) => (
					<input
						{...control}
						type="file"
						name="file"
						accept=".po"
						onChange={({ target }) => {
							const [file] = target.files ?? [];
							if (file) void tryTo(async () => onChanged(await upload(inbox.id, locale, file)));
							// The same file may be chosen again.
							target.value = '';
						}}
					/>
				)}
			</FieldFrame>
		</>
	);
}
