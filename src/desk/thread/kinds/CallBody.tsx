import { Trans } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { useState } from 'react';
import { Icon } from '#ui/Icon.tsx';
import { OutlinedButton } from '../../common/OutlinedButton.tsx';
import styles from './CallBody.module.css';
import { joinCall } from './joinCall.ts';

/** A video call, which the agent joins in a tab of its own. */
export function CallBody({ messageId }: { messageId: number }) {
	const join = useSetAtom(joinCall);
	const [state, setState] = useState<'idle' | 'joining' | 'failed'>('idle');

	async function enter() {
		if (state === 'joining') return;
		setState('joining');
		setState((await join(messageId)) ? 'idle' : 'failed');
	}

	return (
		<div className={styles.call}>
			<OutlinedButton isBusy={state === 'joining'} onPress={() => void enter()}>
				<span className={styles.label}>
					<Icon name="video" isDirectional />
					<Trans>Click here to join</Trans>
				</span>
			</OutlinedButton>
			<p className={styles.failure} role="alert">
				{state === 'failed' && <Trans>That did not work. Try again.</Trans>}
			</p>
		</div>
	);
}
