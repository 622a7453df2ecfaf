import { Trans, useLingui } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import type { TeamCategory, TeamPortal } from '#protocol/application/helpCentreRoutes.ts';
import type { Locale } from '#protocol/base/locales.ts';
import { slugOf } from '#protocol/base/slug.ts';
import { settingsHref } from '../../common/route.ts';
import { DeskForm } from '../../form/DeskForm.tsx';
import { TextField } from '../../form/TextField.tsx';
import { useForm } from '../../form/useForm.ts';
import { ConfirmButton } from '../parts/ConfirmButton.tsx';
import { NewItem } from '../../form/NewItem.tsx';
import { SettingsPage } from '../parts/SettingsPage.tsx';
import { deleteCategory, saveCategory } from './categories.ts';

interface Props {
	portal: TeamPortal;
	locale: string;
	category: TeamCategory | undefined;
}

/** Renames or deletes a category, or makes one. */
export function CategoryForm({ portal: { id, slug }, locale, category }: Props) {
	const { t } = useLingui();
	const save = useSetAtom(saveCategory);
	const remove = useSetAtom(deleteCategory);
	const list = settingsHref('help-centre', id, 'categories', locale);
	const form = useForm({
		initial: { name: category?.name ?? '', description: category?.description ?? '' },
		// An address needs a letter or a digit.
		check: ({ name }) => ({ name: slugOf(name) ? undefined : t`Required` }),
		etag: category?.etag,
		// The help centre has no other languages.
		save: (values, etag) => save(slug, category ? { id: category.id, etag } : { locale: locale as Locale }, values),
		refusals: { slug: t`This already exists.` },
		next: () => list,
	});
	const name = category?.name;
	const action = category && (
		<ConfirmButton question={<Trans>Delete “{name}”?</Trans>} onConfirm={() => remove(slug, category.id)} next={list}>
			<Trans>Its articles are kept, without a category.</Trans>
		</ConfirmButton>
	);
	return (
		<SettingsPage title={category ? <bdi>{name}</bdi> : <NewItem of={<Trans>Categories</Trans>} />} action={action}>
			<DeskForm form={form} back={list}>
				<TextField form={form} name="name" label={t`Name`} isRequired maxLength={255} />
				<TextField form={form} name="description" label={t`Description`} maxLength={1000} />
			</DeskForm>
		</SettingsPage>
	);
}
