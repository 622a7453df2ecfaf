/** Code with a button that copies it. */
import { Trans } from '@lingui/react/macro';
import { useId, useRef, useState } from 'react';
import { OutlinedButton } from '../../common/OutlinedButton.tsx';
import styles from './CopyableCode.module.css';

interface Props {
	code: string;
	/** What the code is for, such as a header's name. */
	caption?: string;
	/** Ids of what stands above it, where the page's title does not say it. */
	describedBy?: string;
}

export function CopyableCode({ code, caption, describedBy }: Props) {
	const captionId = useId();
	const text = useRef<HTMLElement>(null);
	const [outcome, setOutcome] = useState<'copied' | 'failed'>();
	const copy = async (): Promise<void> => {
		// Cleared first, so that screen readers announce the same outcome again.
		setOutcome(undefined);
		try {
			await navigator.clipboard.writeText(code);
			setOutcome('copied');
		} catch {
			// The browser denies it on plain HTTP, or the agent has denied it: the code is
			// selected, for the agent to copy.
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
				<OutlinedButton {...describe(describedBy, caption && captionId)} onPress={() => void copy()}>
					<Trans>Copy</Trans>
				</OutlinedButton>
			</div>
		</div>
	);
}

function describe(...ids: (string | undefined)[]): { describedBy?: string } {
	const describedBy = ids.filter(Boolean).join(' ');
	return describedBy ? { describedBy } : {};
}
