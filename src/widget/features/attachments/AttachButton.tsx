import { useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { type ChangeEvent, useRef, useState } from 'react';
import { isAllowedFileType } from '#protocol/entities/attachments.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { useDismiss } from '#ui/useDismiss.ts';
import { channelAtom } from '../channel/channel.ts';
import styles from './AttachButton.module.css';
import { selectFiles } from './selectedFiles.ts';

/** A button to choose files. On a touch screen it first asks whether to take a photo instead. */
export function AttachButton({ onPicked }: { onPicked: () => void }) {
	const { t } = useLingui();
	const { allowedFileTypes } = useAtomValue(channelAtom);
	const pick = useSetAtom(selectFiles);
	const files = useRef<HTMLInputElement>(null);
	const photo = useRef<HTMLInputElement>(null);
	const [isAsking, setIsAsking] = useState(false);
	const place = useDismiss<HTMLDivElement>(isAsking, () => setIsAsking(false));
	const hasCamera = isAllowedFileType('image/jpeg', allowedFileTypes) && matchMedia('(pointer: coarse)').matches;

	function take(event: ChangeEvent<HTMLInputElement>) {
		void pick([...(event.target.files ?? [])]);
		// Otherwise the browser would not report the same file when it is chosen again after its
		// removal.
		event.target.value = '';
		setIsAsking(false);
		onPicked();
	}

	return (
		<div ref={place} className={styles.place}>
			<IconButton
				label={t`Attach files`}
				icon="attach"
				{...(hasCamera && { isExpanded: isAsking })}
				onPress={() => (hasCamera ? setIsAsking(!isAsking) : files.current?.click())}
			/>
			{isAsking && (
				<div className={styles.choices} role="group" aria-label={t`Attach files`}>
					<Button kind="quiet" onPress={() => photo.current?.click()}>
						<Icon name="camera" />
						{t`Take a photo`}
					</Button>
					<Button kind="quiet" onPress={() => files.current?.click()}>
						<Icon name="file" />
						{t`Choose files`}
					</Button>
				</div>
			)}
			<input ref={files} type="file" multiple hidden accept={allowedFileTypes.join()} onChange={take} />
			<input ref={photo} type="file" hidden accept="image/*" capture="environment" onChange={take} />
		</div>
	);
}
