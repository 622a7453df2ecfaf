import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { loadChunk } from '#client/chunk.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { Loading } from '#ui/Loading.tsx';
import { useDismiss } from '#ui/useDismiss.ts';
import { useLoaded } from '#ui/useLoaded.ts';
import styles from './EmojiButton.module.css';

interface Props {
	onChoose: (emoji: string) => void;
}

/** A button that opens the emoji picker. The picker stays open, so that the visitor can choose several. */
export function EmojiButton({ onChoose }: Props) {
	const { t } = useLingui();
	const [isOpen, setIsOpen] = useState(false);
	const place = useDismiss<HTMLDivElement>(isOpen, () => setIsOpen(false));
	return (
		<div ref={place} className={styles.place}>
			<IconButton label={t`Emoji`} icon="emoji" isExpanded={isOpen} onPress={() => setIsOpen(!isOpen)} />
			{isOpen && (
				<div className={styles.panel} role="group" tabIndex={-1} aria-label={t`Emoji`}>
					<Picker onChoose={onChoose} />
				</div>
			)}
		</div>
	);
}

const loadPicker = () => loadChunk(() => import('./EmojiPicker.tsx'));

function Picker({ onChoose }: Props) {
	const { value, ...rest } = useLoaded(loadPicker);
	return value ? <value.EmojiPicker onChoose={onChoose} /> : <Loading {...rest} />;
}
