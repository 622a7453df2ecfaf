import { useLingui } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { Icon } from '#ui/Icon.tsx';
import styles from './ReplyButton.module.css';
import { startReply } from './replies.ts';

/** A button beside a message, for pointers and keyboards; on a touch screen the visitor swipes. */
export function ReplyButton({ id }: { id: number }) {
	const { t } = useLingui();
	const reply = useSetAtom(startReply);
	return (
		<button type="button" className={styles.button} aria-label={t`Reply`} title={t`Reply`} onClick={() => reply(id)}>
			<Icon name="reply" isDirectional />
		</button>
	);
}
