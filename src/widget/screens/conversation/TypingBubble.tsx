import { useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai/react';
import { typingAgentAtom } from '../../features/conversation/typing.ts';
import { isBotAskedAtom } from '../../features/messages/messages.ts';
import styles from './TypingBubble.module.css';
import { useIdentity } from '../../features/messages/useIdentity.ts';

/** Shown while an agent types, or a bot is about to answer. */
export function TypingBubble() {
	const { t } = useLingui();
	const agent = useAtomValue(typingAgentAtom);
	const isBotAsked = useAtomValue(isBotAskedAtom);
	const identify = useIdentity();
	const name = agent ?? (isBotAsked ? identify(undefined).name : undefined);
	if (name === undefined) return null;
	return (
		<div className={styles.bubble}>
			<span data-visually-hidden>{t`${name} is typing`}</span>
			<span className={styles.dot} />
			<span className={styles.dot} />
			<span className={styles.dot} />
		</div>
	);
}
