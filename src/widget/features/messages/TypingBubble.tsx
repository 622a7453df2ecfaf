import { useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai/react';
import { typingAgentAtom } from '../conversation/typing.ts';
import styles from './TypingBubble.module.css';

export function TypingBubble() {
	const { t } = useLingui();
	const name = useAtomValue(typingAgentAtom);
	if (name === undefined) return null;
	return (
		<div className={styles['bubble']}>
			<span data-visually-hidden>{t`${name} is typing`}</span>
			<span className={styles['dot']} />
			<span className={styles['dot']} />
			<span className={styles['dot']} />
		</div>
	);
}
