import { useLingui } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { Icon } from '#ui/Icon.tsx';
import styles from './ReplyButton.module.css';
import { startReply } from './replies.ts';

/** Beside a message, for those with a pointer or a keyboard; on a touch screen one swipes. */
export function ReplyButton({ id }: { id: number }) {
	const { t } = useLingui();
	const reply = useSetAtom(startReply);
	return (
		<button type="button" className={styles.button} aria-label={t`Reply`} title={t`Reply`} onClick={() => reply(id)}>
			<Icon name="reply" isDirectional />
		</button>
	);
}
