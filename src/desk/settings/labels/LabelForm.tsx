import { Trans, useLingui } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import type { Label } from '#protocol/application/labelRoutes.ts';
import { settingsHref } from '../../common/route.ts';
import { DeskForm } from '../../form/DeskForm.tsx';
import { TextField } from '../../form/TextField.tsx';
import { useForm } from '../../form/useForm.ts';
import { ColorField } from '../parts/ColorField.tsx';
import { ConfirmButton } from '../parts/ConfirmButton.tsx';
import { NewItem } from '../../form/NewItem.tsx';
import { SettingsPage } from '../parts/SettingsPage.tsx';
import { labels } from './labels.ts';

const LIST = settingsHref('labels');
const COLOR = '#2f55d4';

/** Changes a label, or adds one. */
export function LabelForm({ label }: { label: Label | undefined }) {
	const { t } = useLingui();
	const save = useSetAtom(labels.save);
	const remove = useSetAtom(labels.remove);
	const form = useForm({
		initial: { title: label?.title ?? '', description: label?.description ?? '', color: label?.color ?? COLOR },
		check: ({ title }) => ({
			title: /^[\p{L}\p{N}_-]+$/u.test(title.trim())
				? undefined
				: t`Use letters, digits, hyphens and underscores, without spaces.`,
		}),
		etag: label?.etag,
		save: (values, etag) => save(label?.id, values, etag),
		refusals: { title: t`This already exists.` },
		next: () => LIST,
	});
	const name = label?.title;
	const action = label && (
		<ConfirmButton question={<Trans>Delete “{name}”?</Trans>} onConfirm={() => remove(label.id)} next={LIST}>
			<Trans>Conversations that have the label keep it.</Trans>
		</ConfirmButton>
	);
	return (
		<SettingsPage title={label ? label.title : <NewItem of={<Trans>Labels</Trans>} />} action={action}>
			<DeskForm form={form} back={LIST}>
				<TextField form={form} name="title" label={t`Title`} isRequired maxLength={255} />
				<TextField form={form} name="description" label={t`Description`} maxLength={255} />
				<ColorField form={form} name="color" label={t`Color`} />
			</DeskForm>
		</SettingsPage>
	);
}
