import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { ENABLED_LOCALES, languageTag, type Locale } from '#protocol/base/locales.ts';
import { FieldFrame } from '#ui/form/FieldFrame.tsx';
import type { Form } from '../../form/useForm.ts';
import { nameOfLanguage } from './nameOfLanguage.ts';
import { nameOf, type TextValues } from './textValues.ts';

interface Values {
	translations: TextValues;
}

interface Props<T extends Values> {
	form: Form<T>;
	/** Which text of the form is translated. */
	path: string;
	/** Characters of a translation. */
	max: number;
}

/** A text in a further language; what is typed in one stays while another is shown. */
export function TranslationPart<T extends Values>({ form, path, max }: Props<T>) {
	const { t } = useLingui();
	const { translations } = form.values;
	const valueOf = (code: string): string => translations[nameOf(code, path)] ?? '';
	const [locale, setLocale] = useState<Locale>(() => ENABLED_LOCALES.find(valueOf) ?? 'en');
	const value = valueOf(locale);
	const type = (typed: string): void =>
		form.change({ translations: { ...translations, [nameOf(locale, path)]: typed } } as Partial<T>);
	return (
		<>
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
								{valueOf(code).trim() ? '✓ ' : ''}
								{nameOfLanguage(code)}
							</option>
						))}
					</select>
				)}
			</FieldFrame>
			<FieldFrame
				label={nameOfLanguage(locale)}
				isRequired={false}
				hint={value.trim() ? undefined : t`Not translated yet`}
				error={form.errors['translations']}
			>
				{(control) => (
					<textarea
						{...control}
						name="translation"
						lang={languageTag(locale)}
						dir="auto"
						rows={4}
						maxLength={max}
						value={value}
						onChange={({ target }) => type(target.value)}
					/>
				)}
			</FieldFrame>
		</>
	);
}
