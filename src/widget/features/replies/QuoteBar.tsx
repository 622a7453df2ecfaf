import { useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect, useRef } from 'react';
import { IconButton } from '#ui/IconButton.tsx';
import { Quote } from './Quote.tsx';
import styles from './QuoteBar.module.css';
import { answeredAtom } from './quoted.ts';
import { endReply } from './replies.ts';

interface Props {
	/** The quote was added, changed or removed: the focus goes to the text field. */
	onChange: () => void;
}

/** Above the composer: the message that the next one answers. */
export function QuoteBar({ onChange }: Props) {
	const { t } = useLingui();
	const message = useAtomValue(answeredAtom);
	const end = useSetAtom(endReply);
	const id = message?.id;
	const idBefore = useRef(id);

	useEffect(() => {
		if (id !== idBefore.current) onChange();
		idBefore.current = id;
	}, [id, onChange]);

	if (!message) return null;
	return (
		<div className={styles.bar}>
			<div className={styles.text}>
				<span className={styles.title}>{t`Replying to:`}</span> <Quote message={message} />
			</div>
			<IconButton label={t`Cancel reply`} icon="close" onPress={end} />
		</div>
	);
}
