import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useId, useRef } from 'react';
import { Avatar } from '#ui/avatar/Avatar.tsx';
import { useFileSize } from '#ui/attachments/useFileSize.ts';
import type { Profile } from '#protocol/entities/entities.ts';
import { AVATAR_SIZE_MAX, AVATAR_TYPES } from '#protocol/base/limits.ts';
import { OutlinedButton } from '../../common/OutlinedButton.tsx';
import type { Form } from '../../form/useForm.ts';
import { FieldError } from '../fields/FieldError.tsx';
import { FieldGroup } from '../fields/FieldGroup.tsx';
import styles from './PictureField.module.css';

export interface Picture {
	/** The address of the picture: that of the chosen file until the page goes, and '' for none. */
	avatar: string;
	/** What was chosen. */
	file: File | undefined;
}

interface Props<T extends Picture> {
	form: Form<T>;
	agent: Profile;
}

/** The picture that visitors and the team see, as it would be until it is saved. */
export function PictureField<T extends Picture>({ form, agent }: Props<T>) {
	const { t } = useLingui();
	const id = useId();
	const limit = useFileSize()(AVATAR_SIZE_MAX);
	const input = useRef<HTMLInputElement>(null);
	const buttons = useRef<HTMLDivElement>(null);
	const { avatar } = form.values;
	const error = form.errors['avatar'];
	useEffect(() => {
		if (avatar.startsWith('blob:')) return () => URL.revokeObjectURL(avatar);
		return undefined;
	}, [avatar]);
	const choose = (file: File | undefined): void => {
		const picture: Picture = { file, avatar: file ? URL.createObjectURL(file) : '' };
		form.change(picture as Partial<T>);
	};
	return (
		// What is wrong is said at the button, which can be invalid.
		<FieldGroup label={t`Picture`} error={undefined}>
			<div className={styles.picture}>
				<Avatar name={agent.available_name} url={avatar} size={{ className: styles.avatar }} />
				<div className={styles.choice}>
					<div ref={buttons} className={styles.buttons}>
						<OutlinedButton
							describedBy={`${id}-hint ${id}-error`}
							isInvalid={error !== undefined}
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
					<FieldError id={`${id}-error`}>{error}</FieldError>
				</div>
				<input
					ref={input}
					name="avatar"
					type="file"
					hidden
					accept={AVATAR_TYPES.join()}
					onChange={({ target }) => {
						const [chosen] = target.files ?? [];
						// Otherwise the browser would not report the same file when it is chosen
						// again.
						target.value = '';
						if (chosen) choose(chosen);
					}}
				/>
			</div>
		</FieldGroup>
	);
}

/** Why the file cannot be the picture. */
export function refuse({ size, type }: File): 'TOO_BIG' | 'TYPE_NOT_SUPPORTED' | undefined {
	if (!AVATAR_TYPES.includes(type)) return 'TYPE_NOT_SUPPORTED';
	return size > AVATAR_SIZE_MAX ? 'TOO_BIG' : undefined;
}
