import { Trans, useLingui } from '@lingui/react/macro';
import styles from './Answers.module.css';

/** What the visitor answered, one answer a line; says so where they have not answered yet. */
export function Answers({ answers }: { answers: readonly string[] }) {
	const { t } = useLingui();
	if (answers.length === 0) {
		return (
			<p className={styles.none}>
				<Trans>Not answered yet</Trans>
			</p>
		);
	}
	return (
		<ul className={styles.answers} data-answer="" aria-label={t`Answers`}>
			{answers.map((answer, index) => (
				// Answers have no identity but their position.
				<li key={index} dir="auto">
					{answer}
				</li>
			))}
		</ul>
	);
}
