import { Trans, useLingui } from '@lingui/react/macro';
import type { ImportReport } from '#protocol/application/contactRoutes.ts';
import { OutlinedButton } from '../../common/OutlinedButton.tsx';
import { saveRefused } from './importContacts.ts';
import { useRefusalText } from './useRefusalText.ts';
import styles from './ImportDialog.module.css';

/** Refused lines that are listed; the download has all. */
const LISTED = 50;

/** What has become of a file. */
export function ImportResult({ report, fields }: { report: ImportReport; fields: ReadonlyMap<string, string> }) {
	const { t, i18n } = useLingui();
	const describe = useRefusalText(fields);
	const { created, updated, refused } = report;
	const counts = [
		[t({ message: 'New', context: 'contact' }), created],
		[t({ message: 'Updated', context: 'contact' }), updated],
		[t({ message: 'Refused', context: 'contact' }), refused.length],
	] as const;
	return (
		<>
			<div role="status">
				<dl className={styles.counts}>
					{counts.map(([name, count]) => (
						<div key={name}>
							<dt>{name}</dt>
							<dd>{i18n.number(count)}</dd>
						</div>
					))}
				</dl>
			</div>
			{refused.length > 0 && (
				<>
					<ul className={styles.refused}>
						{refused.slice(0, LISTED).map((line) => (
							<li key={line.line}>
								{t`Line`} {i18n.number(line.line)}: {describe(line)}
							</li>
						))}
						{refused.length > LISTED && <li>…</li>}
					</ul>
					<div className={styles.actions}>
						<OutlinedButton onPress={() => saveRefused(report)}>
							<Trans>Download what was refused</Trans>
						</OutlinedButton>
					</div>
				</>
			)}
		</>
	);
}
