import { Trans, useLingui } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { settingsHref } from '../../common/route.ts';
import { SettingsForm } from '../parts/SettingsForm.tsx';
import { NewItem, SettingsPage } from '../parts/SettingsPage.tsx';
import { TextField } from '../parts/TextField.tsx';
import { useForm } from '../parts/useForm.ts';
import { createWebsite } from './websiteSettings.ts';

/** Adds a website, by its name; all else has defaults that are changed on its pages. */
export function NewWebsiteForm() {
	const { t, i18n } = useLingui();
	const create = useSetAtom(createWebsite);
	const form = useForm({
		initial: { name: '', website_url: '' },
		check: ({ name }) => ({ name: name.trim() ? undefined : t`Required` }),
		save: ({ name, website_url }) =>
			create({
				name: name.trim(),
				website_url: website_url.trim(),
				locale: i18n.locale as never,
				timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
			}),
		next: ({ id }) => settingsHref('websites', id, 'look'),
	});
	return (
		<SettingsPage title={<NewItem of={<Trans>Websites</Trans>} />}>
			<SettingsForm form={form} back={settingsHref('websites')}>
				<TextField form={form} name="name" label={t`Name`} isRequired maxLength={255} />
				<TextField
					form={form}
					name="website_url"
					type="url"
					label={t`Website address`}
					placeholder="https://"
					maxLength={2000}
				/>
			</SettingsForm>
		</SettingsPage>
	);
}
