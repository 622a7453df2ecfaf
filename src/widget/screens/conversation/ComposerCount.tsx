// chunk: ComposerCount
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { MESSAGE_MAX } from '#protocol/base/limits.ts';
import styles from './ComposerCount.module.css';

/** Drawn near the limit: how many characters are left; beyond it, how many are too many. */
export function ComposerCount({ length }: { length: number }) {
	const { t } = useLingui();
	const left = MESSAGE_MAX - length;
	return (
		<>
			{left >= 0 && (
				<p className={styles.count}>{t`${plural(left, { one: '# character left', other: '# characters left' })}`}</p>
			)}
			<div role="alert">
				{left < 0 && (
					<p className={`${styles.count} ${styles.beyond}`}>
						{t`${plural(-left, {
							one: 'The message is # character too long to be sent',
							other: 'The message is # characters too long to be sent',
						})}`}
					</p>
				)}
			</div>
		</>
	);
}
