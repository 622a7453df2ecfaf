import { Trans, useLingui } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import type { CannedResponse } from '#protocol/application/cannedResponseRoutes.ts';
import { CANNED_RESPONSE_MAX } from '#protocol/base/limits.ts';
import { settingsHref } from '../../common/route.ts';
import { DeskForm } from '../../form/DeskForm.tsx';
import { TextField } from '../../form/TextField.tsx';
import { useForm } from '../../form/useForm.ts';
import { ConfirmButton } from '../parts/ConfirmButton.tsx';
import { NewItem } from '../../form/NewItem.tsx';
import { SettingsPage } from '../parts/SettingsPage.tsx';
import { translationsPart, valuesOf } from '../parts/textValues.ts';
import { TranslationPart } from '../parts/TranslationPart.tsx';
import { cannedResponses } from './cannedResponses.ts';

const LIST = settingsHref('canned-responses');

/** Changes a canned response, or adds one. */
export function CannedResponseForm({ response }: { response: CannedResponse | undefined }) {
	const { t } = useLingui();
	const save = useSetAtom(cannedResponses.save);
	const remove = useSetAtom(cannedResponses.remove);
	const stored = response?.translations ?? {};
	const form = useForm({
		initial: {
			short_code: response?.short_code ?? '',
			content: response?.content ?? '',
			translations: valuesOf(stored),
		},
		check: ({ short_code, content }) => ({
			short_code: short_code.trim() ? undefined : t`Required`,
			content: content.trim() ? undefined : t`Required`,
		}),
		etag: response?.etag,
		save: ({ translations, ...facts }, etag) =>
			save(response?.id, { ...facts, ...translationsPart(translations, stored) }, etag),
		refusals: { short_code: t`This already exists.` },
		next: () => LIST,
	});
	const name = response?.short_code;
	const action = response && (
		<ConfirmButton question={<Trans>Delete “{name}”?</Trans>} onConfirm={() => remove(response.id)} next={LIST} />
	);
	return (
		<SettingsPage
			title={response ? <bdi dir="auto">{name}</bdi> : <NewItem of={<Trans>Saved replies</Trans>} />}
			action={action}
		>
			<DeskForm form={form} back={LIST}>
				<TextField form={form} name="short_code" label={t`Short code`} isRequired maxLength={255} />
				<TextField
					form={form}
					name="content"
					label={t`Message`}
					isRequired
					rows={8}
					hasVariables
					maxLength={CANNED_RESPONSE_MAX}
				/>
				<TranslationPart form={form} path="content" max={CANNED_RESPONSE_MAX} />
			</DeskForm>
		</SettingsPage>
	);
}
