import { Trans, useLingui } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { useEffect, useRef, useState } from 'react';
import { isAborted } from '#client/rest.ts';
import { FieldFrame } from '#ui/form/FieldFrame.tsx';
import { Dialog } from '../../common/dialogs/Dialog.tsx';
import { OutlinedButton } from '../../common/OutlinedButton.tsx';
import { ProblemBox } from '../../common/ProblemBox.tsx';
import { pictureMarkdown, uploadPicture } from './articlePicture.ts';
import styles from './ArticleTextField.module.css';

interface Props {
	file: File;
	/** Takes the Markdown of the picture, which is uploaded then. */
	onAdd: (markdown: string) => void;
	onClose: () => void;
}

/** Asks what the picture shows, and uploads it. */
export function PictureDialog({ file, onAdd, onClose }: Props) {
	const { t } = useLingui();
	const upload = useSetAtom(uploadPicture);
	const [description, setDescription] = useState('');
	const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
	const field = useRef<HTMLInputElement>(null);
	const image = useRef<HTMLImageElement>(null);
	const leaving = useRef<AbortController>(null);
	useEffect(() => {
		const address = URL.createObjectURL(file);
		if (image.current) image.current.src = address;
		return () => URL.revokeObjectURL(address);
	}, [file]);
	useEffect(() => {
		leaving.current = new AbortController();
		return () => leaving.current?.abort();
	}, []);
	async function send() {
		if (state === 'busy' || !leaving.current) return;
		setState('busy');
		try {
			onAdd(pictureMarkdown(description, await upload(file, leaving.current.signal)));
		} catch (error) {
			if (isAborted(error)) return;
			console.error(error);
			setState('failed');
		}
	}
	return (
		<Dialog title={t`Add a picture`} initialFocus={field} onClose={onClose}>
			{/* No form, since it stands within that of the article. */}
			<div className={styles.form}>
				<img ref={image} className={styles.picture} alt="" />
				<FieldFrame
					label={t`Description`}
					isRequired={false}
					hint={t`What the picture shows, for people who cannot see it.`}
					error={undefined}
				>
					{(control) => (
						<input
							{...control}
							ref={field}
							name="picture-description"
							type="text"
							dir="auto"
							autoComplete="off"
							maxLength={255}
							value={description}
							onChange={({ target }) => setDescription(target.value)}
							onKeyDown={(event) => {
								if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
								event.preventDefault();
								void send();
							}}
						/>
					)}
				</FieldFrame>
				<ProblemBox>{state === 'failed' && <Trans>There was an error, please try again</Trans>}</ProblemBox>
				<OutlinedButton isMain isBusy={state === 'busy'} onPress={() => void send()}>
					<Trans>Add</Trans>
				</OutlinedButton>
			</div>
		</Dialog>
	);
}
