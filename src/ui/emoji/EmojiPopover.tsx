import { useLingui } from '@lingui/react/macro';
import { useState, type FunctionComponent } from 'react';
import { IconButton } from '../IconButton.tsx';
import { useDismiss } from '../useDismiss.ts';
import styles from './EmojiPopover.module.css';

export interface EmojiChoiceProps {
	onChoose: (emoji: string) => void;
}

interface Props extends EmojiChoiceProps {
	/** Loads when it is first drawn. */
	Picker: FunctionComponent<EmojiChoiceProps>;
}

/** A button that opens the emoji picker. The picker stays open, so that several can be chosen. */
export function EmojiPopover({ Picker, onChoose }: Props) {
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
