import { Trans, useLingui } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { PORTAL_SLUG } from '#protocol/entities/articles.ts';
import { SLUG_MAX } from '#protocol/base/limits.ts';
import { ENABLED_LOCALES, type Locale } from '#protocol/base/locales.ts';
import { settingsHref } from '../../common/route.ts';
import { DeskForm } from '../../form/DeskForm.tsx';
import { TextField } from '../../form/TextField.tsx';
import { useForm } from '../../form/useForm.ts';
import { ChoiceField } from '../fields/ChoiceField.tsx';
import { nameOfLanguage } from '../parts/nameOfLanguage.ts';
import { NewItem } from '../../form/NewItem.tsx';
import { SettingsPage } from '../parts/SettingsPage.tsx';
import { createPortal, type NewPortal } from './helpCentre.ts';

/** Makes a help centre, in one language. */
export function NewPortalForm() {
	const { t, i18n } = useLingui();
	const create = useSetAtom(createPortal);
	const form = useForm<NewPortal, { id: number }>({
		initial: { name: '', slug: '', locale: ENABLED_LOCALES.find((locale) => locale === i18n.locale) ?? 'en' },
		check: ({ name, slug }) => ({
			name: name.trim() ? undefined : t`Required`,
			slug: PORTAL_SLUG.test(slug) ? undefined : t`Use lowercase letters, digits and hyphens.`,
		}),
		save: (values) => create(values),
		refusals: { slug: t`This already exists.` },
		next: ({ id }) => settingsHref('help-centre', id),
	});
	return (
		<SettingsPage title={<NewItem of={<Trans>Help center</Trans>} />}>
			<DeskForm form={form} back={settingsHref('help-centre')}>
				<TextField form={form} name="name" label={t`Name`} isRequired maxLength={255} />
				<TextField form={form} name="slug" label={t`Address`} hint="/hc/…" isRequired isCode maxLength={SLUG_MAX} />
				<ChoiceField
					form={form}
					name="locale"
					label={t`Language`}
					options={ENABLED_LOCALES.map((locale: Locale) => [locale, nameOfLanguage(locale)])}
				/>
			</DeskForm>
		</SettingsPage>
	);
}
