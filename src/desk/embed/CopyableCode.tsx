/** Code with a button that copies it. */
import { Trans } from '@lingui/react/macro';
import { useId, useRef, useState } from 'react';
import { OutlinedButton } from '../common/OutlinedButton.tsx';
import styles from './CopyableCode.module.css';

interface Props {
	code: string;
	/** What the code is for, in words of code. */
	caption?: string;
	/** Ids of the headings that it stands under. */
	describedBy: string;
}

export function CopyableCode({ code, caption, describedBy }: Props) {
	const captionId = useId();
	const text = useRef<HTMLElement>(null);
	const [outcome, setOutcome] = useState<'copied' | 'failed'>();
	const copy = async (): Promise<void> => {
		// Said again when it is done again.
		setOutcome(undefined);
		try {
			await navigator.clipboard.writeText(code);
			setOutcome('copied');
		} catch {
			// Not over plain HTTP, and not where the browser was told so: the agent then copies by hand.
			if (text.current) getSelection()?.selectAllChildren(text.current);
			setOutcome('failed');
		}
	};
	return (
		<div className={styles.box}>
			{caption && (
				<p id={captionId} className={styles.caption} dir="ltr">
					<code>{caption}</code>
				</p>
			)}
			<pre className={styles.code} dir="ltr" translate="no">
				<code ref={text}>{code}</code>
			</pre>
			<div className={styles.bar}>
				<p className={styles.outcome} role="status">
					{outcome === 'copied' && <Trans>Copied</Trans>}
					{outcome === 'failed' && (
						<Trans>Your browser could not copy the code. It is selected, so you can copy it yourself.</Trans>
					)}
				</p>
				<OutlinedButton describedBy={caption ? `${describedBy} ${captionId}` : describedBy} onPress={() => void copy()}>
					<Trans>Copy</Trans>
				</OutlinedButton>
			</div>
		</div>
	);
}
