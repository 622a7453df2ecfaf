import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai/react';
import { useState } from 'react';
import { Icon } from '#ui/Icon.tsx';
import { useFocusHandover } from '#ui/useFocusHandover.ts';
import styles from './NewMessagesButton.module.css';
import { listedMessagesAtom, newestReadIdAtom } from '../../features/messages/reading.ts';
import { countFromTeamAfter } from '#models/timeline.ts';

/** Shown while the reader is away from the end: counts the new messages, and scrolls to them. */
export function NewMessagesButton({ onPress }: { onPress: () => void }) {
	const { t } = useLingui();
	const messages = useAtomValue(listedMessagesAtom);
	const [leftAt] = useState(useAtomValue(newestReadIdAtom));
	const count = countFromTeamAfter(messages, leftAt);
	const label = t`Go to the newest message`;
	const place = useFocusHandover<HTMLButtonElement>();
	return (
		<button
			ref={place}
			type="button"
			className={styles.button}
			aria-label={count > 0 ? undefined : label}
			title={label}
			onClick={onPress}
		>
			{count > 0 && <span>{t`${plural(count, { one: '# new message', other: '# new messages' })}`}</span>}
			<Icon name="down" />
		</button>
	);
}
