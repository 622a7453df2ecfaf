import { Trans } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { useEffect, useId, useRef, useState } from 'react';
import { Avatar } from '#ui/Avatar.tsx';
import { useFileSize } from '#ui/attachments/useFileSize.ts';
import { useRefusalText } from '#ui/attachments/useRefusalText.ts';
import { OutlinedButton } from '../../common/OutlinedButton.tsx';
import type { Profile } from '#protocol/entities.ts';
import { AVATAR_SIZE_MAX, AVATAR_TYPES } from '#protocol/limits.ts';
import { DeskForm } from '../../form/DeskForm.tsx';
import { useForm } from '../../form/useForm.ts';
import { FieldError } from '../parts/FieldError.tsx';
import { SettingsPart } from '../parts/SettingsPage.tsx';
import { savePicture } from './myAccount.ts';
import styles from './PictureForm.module.css';

/** The picture that visitors and the team see, as it would be until it is saved. */
export function PictureForm({ agent }: { agent: Profile }) {
	const id = useId();
	const limit = useFileSize()(AVATAR_SIZE_MAX);
	const refusal = useRefusalText(AVATAR_SIZE_MAX);
	const save = useSetAtom(savePicture);
	const input = useRef<HTMLInputElement>(null);
	const buttons = useRef<HTMLDivElement>(null);
	const [file, setFile] = useState<File>();
	const form = useForm({
		// The address of the picture: that of the chosen file until it is saved, and '' for none.
		initial: { avatar: agent.avatar_url },
		check: () => ({ avatar: file && refuse(file) && refusal(refuse(file) ?? 'GONE') }),
		save: async ({ avatar }) => {
			if (avatar === '') await save(null);
			else if (file) await save(file);
		},
	});
	const { avatar } = form.values;
	useEffect(() => {
		if (avatar.startsWith('blob:')) return () => URL.revokeObjectURL(avatar);
		return undefined;
	}, [avatar]);
	const choose = (chosen: File | undefined): void => {
		setFile(chosen);
		form.change({ avatar: chosen ? URL.createObjectURL(chosen) : '' });
	};
	return (
		<SettingsPart title={<Trans>Picture</Trans>}>
			<DeskForm form={form}>
				<div className={styles.picture}>
					<Avatar name={agent.available_name} url={avatar} size={{ className: styles.avatar }} />
					<div className={styles.choice}>
						<div ref={buttons} className={styles.buttons}>
							<OutlinedButton
								describedBy={`${id}-hint ${id}-error`}
								isInvalid={form.errors['avatar'] !== undefined}
								onPress={() => input.current?.click()}
							>
								<Trans>Choose a picture</Trans>
							</OutlinedButton>
							{avatar !== '' && (
								<OutlinedButton
									onPress={() => {
										// This button goes with the picture.
										buttons.current?.querySelector('button')?.focus();
										choose(undefined);
									}}
								>
									<Trans>Remove picture</Trans>
								</OutlinedButton>
							)}
						</div>
						<p id={`${id}-hint`} className={styles.hint}>
							<Trans>PNG, JPEG, GIF or WebP, up to {limit}.</Trans>
						</p>
						<FieldError id={`${id}-error`}>{form.errors['avatar']}</FieldError>
					</div>
					<input
						ref={input}
						name="avatar"
						type="file"
						hidden
						accept={AVATAR_TYPES.join()}
						onChange={({ target }) => {
							const [chosen] = target.files ?? [];
							// Otherwise the browser would not report the same file when it is chosen again.
							target.value = '';
							if (chosen) choose(chosen);
						}}
					/>
				</div>
			</DeskForm>
		</SettingsPart>
	);
}

function refuse({ size, type }: File): 'TOO_BIG' | 'TYPE_NOT_SUPPORTED' | undefined {
	if (!AVATAR_TYPES.includes(type)) return 'TYPE_NOT_SUPPORTED';
	return size > AVATAR_SIZE_MAX ? 'TOO_BIG' : undefined;
}
