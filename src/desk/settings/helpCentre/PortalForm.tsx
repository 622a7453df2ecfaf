import { Trans, useLingui } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import type { TeamPortal } from '#protocol/application/helpCentreRoutes.ts';
import { formatList } from '#protocol/base/formatList.ts';
import { ENABLED_LOCALES, type Locale } from '#protocol/base/locales.ts';
import { DeskForm } from '../../form/DeskForm.tsx';
import { TextField } from '../../form/TextField.tsx';
import { useForm } from '../../form/useForm.ts';
import { ChoiceField } from '../fields/ChoiceField.tsx';
import { ColorField } from '../parts/ColorField.tsx';
import { nameOfLanguage } from '../parts/nameOfLanguage.ts';
import { SetField } from '../fields/SetField.tsx';
import { SwitchField } from '../fields/SwitchField.tsx';
import { WarningNote } from '../parts/WarningNote.tsx';
import { changePortal, type PortalChange } from './helpCentre.ts';

interface Props {
	portal: TeamPortal;
	onChanged: (portal: TeamPortal) => void;
}

interface Values {
	name: string;
	allowed_locales: readonly Locale[];
	default_locale: Locale;
	color: string;
	header_text: string;
	homepage_link: string;
	archived: boolean;
}

/** Changes a help centre's name, languages and look, or archives it. */
export function PortalForm({ portal, onChanged }: Props) {
	const { t, i18n } = useLingui();
	const change = useSetAtom(changePortal);
	const offered = portal.config.allowed_locales;
	const form = useForm<Values, TeamPortal>({
		initial: {
			name: portal.name,
			// The server has no other languages.
			allowed_locales: offered.map(({ code }) => code as Locale),
			default_locale: portal.meta.default_locale as Locale,
			color: portal.color,
			header_text: portal.header_text ?? '',
			homepage_link: portal.homepage_link ?? '',
			archived: portal.archived,
		},
		check: ({ name, allowed_locales, homepage_link }) => ({
			name: name.trim() ? undefined : t`Required`,
			allowed_locales: allowed_locales.length > 0 ? undefined : t`Required`,
			homepage_link: /^(https?:\/\/\S+)?$/.test(homepage_link.trim())
				? undefined
				: t`Enter an address that begins with https://`,
		}),
		etag: portal.etag,
		save: async (values, etag) => {
			const saved = await change(portal.slug, changeOf(values), etag);
			onChanged(saved);
			return saved;
		},
	});
	const chosen = form.values.allowed_locales;
	const lost = offered.filter(({ code, articles_count }) => articles_count > 0 && !chosen.some((one) => one === code));
	const languages = formatList(
		lost.map(({ code }) => nameOfLanguage(code)),
		i18n.locale,
	);
	return (
		<DeskForm form={form}>
			<TextField form={form} name="name" label={t`Name`} isRequired maxLength={255} />
			<SetField
				form={form}
				name="allowed_locales"
				label={t`Languages`}
				hasColumns
				options={ENABLED_LOCALES.map((locale) => [locale, nameOfLanguage(locale)])}
			/>
			<WarningNote>
				{lost.length > 0 && (
					<Trans>
						Readers no longer find the articles in these languages: {languages}. They are kept, and come back with the
						language.
					</Trans>
				)}
			</WarningNote>
			<ChoiceField
				form={{ ...form, values: { ...form.values, default_locale: defaultOf(form.values) } }}
				name="default_locale"
				label={t`Default language`}
				options={chosen.map((locale) => [locale, nameOfLanguage(locale)])}
			/>
			<ColorField form={form} name="color" label={t`Color`} />
			<TextField form={form} name="header_text" label={t`Headline of the home page`} maxLength={255} />
			<TextField form={form} name="homepage_link" type="url" label={t`Link to your website`} placeholder="https://" />
			<SwitchField form={form} name="archived" label={t`Archived: nobody can read it`} />
		</DeskForm>
	);
}

function changeOf(values: Values): PortalChange {
	const { name, allowed_locales, color, header_text, homepage_link, archived } = values;
	return {
		name: name.trim(),
		color,
		header_text: header_text.trim() || null,
		homepage_link: homepage_link.trim() || null,
		archived,
		config: { allowed_locales: [...allowed_locales], default_locale: defaultOf(values) },
	};
}

/** The first language takes the place of a default that is offered no more. */
function defaultOf({ allowed_locales: [first = 'en', ...others], default_locale }: Values): Locale {
	return others.includes(default_locale) ? default_locale : first;
}
