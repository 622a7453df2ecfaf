import { Trans, useLingui } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { useRef } from 'react';
import { useRefusalText } from '#ui/attachments/useRefusalText.ts';
import type { Profile } from '#protocol/entities/entities.ts';
import { AVATAR_SIZE_MAX, NAME_MAX } from '#protocol/base/limits.ts';
import { DeskForm } from '../../form/DeskForm.tsx';
import { TextField } from '../../form/TextField.tsx';
import { useForm } from '../../form/useForm.ts';
import { saveNames, savePicture, type Names } from './myAccount.ts';
import { PictureField, refuse, type Picture } from './PictureField.tsx';

/** How visitors and the team see the agent. */
export function ProfileForm({ agent }: { agent: Profile }) {
	const { t } = useLingui();
	const refusal = useRefusalText(AVATAR_SIZE_MAX);
	const rename = useSetAtom(saveNames);
	const show = useSetAtom(savePicture);
	/** The picture that the server has, as the form calls it. */
	const saved = useRef(agent.avatar_url);
	const form = useForm<Names & Picture, void>({
		initial: {
			name: agent.name,
			display_name: agent.display_name ?? '',
			avatar: agent.avatar_url,
			file: undefined,
		},
		check({ name, file }) {
			const refused = file && refuse(file);
			return { name: name.trim() ? undefined : t`Required`, avatar: refused && refusal(refused) };
		},
		async save({ name, display_name, avatar, file }) {
			await rename({ name, display_name });
			if (avatar === saved.current) return;
			await show(file ?? null);
			saved.current = avatar;
		},
	});
	return (
		<DeskForm form={form}>
			<TextField form={form} name="name" label={t`Full name`} isRequired maxLength={NAME_MAX} autoComplete="name" />
			<TextField
				form={form}
				name="display_name"
				label={t`Name that visitors see`}
				hint={<Trans>Leave empty to show your full name.</Trans>}
				maxLength={NAME_MAX}
				autoComplete="nickname"
			/>
			<PictureField form={form} agent={agent} />
		</DeskForm>
	);
}
