import { useLingui } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import type { ReactNode } from 'react';
import { DeskForm } from '../../form/DeskForm.tsx';
import { TextField } from '../../form/TextField.tsx';
import { useForm } from '../../form/useForm.ts';
import { createWebsite } from './websiteSettings.ts';

interface Props {
	/** Where to go once the server has the website. */
	next: (id: number) => string;
	/** Where to go without one. */
	back?: string;
	/** What the button says, where that is not "Save". */
	action?: ReactNode;
}

/** Adds a website, by its name; all else has defaults that are changed afterwards. */
export function WebsiteNameForm({ next, ...others }: Props) {
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
		next: ({ id }) => next(id),
	});
	return (
		<DeskForm form={form} {...others}>
			<TextField form={form} name="name" label={t`Name`} isRequired maxLength={255} />
			<TextField
				form={form}
				name="website_url"
				type="url"
				label={t`Website address`}
				placeholder="https://"
				maxLength={2000}
			/>
		</DeskForm>
	);
}
