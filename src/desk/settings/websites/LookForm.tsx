import { useLingui } from '@lingui/react/macro';
import { useContext } from 'react';
import { is } from 'valibot';
import { CUSTOM_PROPERTIES_MAX, readCustomProperties } from '#protocol/frame/customProperties.ts';
import { FontOrigin } from '#protocol/application/inboxSettings.ts';
import { ENABLED_LOCALES, type Locale } from '#protocol/base/locales.ts';
import { DeskForm } from '../../form/DeskForm.tsx';
import { FormStepContext } from '../../form/formStep.ts';
import { TextField } from '../../form/TextField.tsx';
import { useForm } from '../../form/useForm.ts';
import { ChoiceField } from '../fields/ChoiceField.tsx';
import { ColorField } from '../parts/ColorField.tsx';
import { splitLines } from '../parts/splitLines.ts';
import { nameOfLanguage } from '../parts/nameOfLanguage.ts';
import { BesidePreview } from './preview/BesidePreview.tsx';
import type { WebsiteFormProps } from './websiteForm.ts';

/** What the website is called, and how its chat looks. */
export function LookForm({ inbox, save }: WebsiteFormProps) {
	const { t } = useLingui();
	// What takes a web developer can wait until the chat is in the page.
	const isFirstRun = useContext(FormStepContext) !== undefined;
	const origin = 'https://fonts.example';
	const wrongOrigin = t`Enter origins such as ${origin}.`;
	const property = '--lcw-surface: light-dark(#fff, #16181d)';
	const describeWrongLine = (text: string) => {
		const { wrong } = readCustomProperties(text);
		if (!wrong) return undefined;
		const { number, written } = wrong;
		return t`Line ${number} is not valid: ${written}`;
	};
	const form = useForm({
		initial: {
			name: inbox.name,
			website_url: inbox.website_url,
			widget_color: inbox.widget_color,
			launcher_size: inbox.launcher_size,
			avatar_url: inbox.avatar_url,
			locale: inbox.locale as Locale,
			custom_properties: inbox.custom_properties ?? '',
			font_origins: inbox.font_origins.join('\n'),
		},
		check: ({ name, avatar_url, custom_properties, font_origins }) => ({
			name: name.trim() ? undefined : t`Required`,
			avatar_url: isEmptyOrAddress(avatar_url) ? undefined : t`Enter an address that begins with https://`,
			custom_properties: describeWrongLine(custom_properties),
			font_origins: splitLines(font_origins).every((one) => is(FontOrigin, one)) ? undefined : wrongOrigin,
		}),
		etag: inbox.etag,
		save: (values, etag) => save(changeOf(values), etag),
		refusals: { avatar_url: t`Enter an address that begins with https://`, font_origins: wrongOrigin },
	});
	return (
		<BesidePreview inbox={inbox} draft={changeOf(form.values)}>
			<DeskForm form={form}>
				<TextField form={form} name="name" label={t`Name`} isRequired maxLength={255} />
				<TextField form={form} name="website_url" type="url" label={t`Website address`} maxLength={2000} />
				<ColorField form={form} name="widget_color" label={t`Color`} />
				<ChoiceField
					form={form}
					name="launcher_size"
					label={t`Size of the chat button`}
					options={[
						['small', t({ message: 'Small', context: 'size' })],
						['medium', t({ message: 'Medium', context: 'size' })],
						['large', t({ message: 'Large', context: 'size' })],
					]}
				/>
				<TextField form={form} name="avatar_url" type="url" label={t`Logo`} placeholder="https://" maxLength={2000} />
				<ChoiceField
					form={form}
					name="locale"
					label={t`Language`}
					options={ENABLED_LOCALES.map((locale) => [locale, nameOfLanguage(locale)])}
				/>
				{!isFirstRun && (
					<>
						<TextField
							form={form}
							name="custom_properties"
							label={t`CSS custom properties`}
							hint={t`One property per line, such as ${property}.`}
							rows={4}
							maxLength={CUSTOM_PROPERTIES_MAX}
							isCode
						/>
						<TextField
							form={form}
							name="font_origins"
							label={t`Allowed origins of fonts`}
							hint={t`One origin per line, such as ${origin}.`}
							rows={2}
							isCode
						/>
					</>
				)}
			</DeskForm>
		</BesidePreview>
	);
}

function changeOf<T extends { custom_properties: string; font_origins: string }>(values: T) {
	return {
		...values,
		custom_properties: values.custom_properties.trim() || null,
		font_origins: splitLines(values.font_origins),
	};
}

function isEmptyOrAddress(text: string): boolean {
	return text.trim() === '' || (/^https?:\/\//.test(text) && URL.canParse(text));
}
