import { Trans, useLingui } from '@lingui/react/macro';
import type { ImportedLine, ImportPreview } from '#protocol/application/contactRoutes.ts';
import { useRefusalText } from './useRefusalText.ts';
import styles from './ImportDialog.module.css';

interface Props {
	preview: ImportPreview;
	fields: ReadonlyMap<string, string>;
	/** Whether other columns have been chosen since. */
	isOutdated: boolean;
}

/** The first lines of a file as they will be stored, and what is wrong with them. */
export function PreviewTable({ preview: { columns, lines }, fields, isOutdated }: Props) {
	const { t, i18n } = useLingui();
	const describe = useRefusalText(fields);
	const shown = [...new Set(columns)].filter((column) => column !== '');
	return (
		<div className={styles.scroller} role="region" aria-label={t`As they will be stored`} tabIndex={0}>
			<table className={styles.table} aria-busy={isOutdated}>
				<caption className={styles.label}>
					<Trans>As they will be stored</Trans>
				</caption>
				<thead>
					<tr>
						<th scope="col">{t`Line`}</th>
						<th scope="col">{t`Result`}</th>
						{shown.map((column) => (
							<th key={column} scope="col">
								<bdi>{fields.get(column) ?? column}</bdi>
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{lines.map((line) => (
						<tr key={line.line}>
							<th scope="row">{i18n.number(line.line)}</th>
							{'reason' in line ? (
								<td colSpan={shown.length + 1} className={styles.error}>
									{t({ message: 'Refused', context: 'contact' })}: {describe(line)}
								</td>
							) : (
								<>
									<td>
										{line.outcome === 'created'
											? t({ message: 'New', context: 'contact' })
											: t({ message: 'Updated', context: 'contact' })}
									</td>
									{shown.map((column) => (
										<td key={column}>
											<bdi>{textOf(line, column)}</bdi>
										</td>
									))}
								</>
							)}
						</tr>
					))}
				</tbody>
			</table>
		</div>
	);
}

type Accepted = Extract<ImportedLine, { outcome: string }>;

function textOf(line: Accepted, column: string): string {
	const { additional_attributes: additional, custom_attributes: own } = line;
	switch (column) {
		case 'name':
		case 'email':
		case 'phone_number':
		case 'identifier':
			return line[column] ?? '';
		case 'labels':
			return line.labels.join(' ');
		case 'country':
			return wordOf(additional['country_code'] ?? additional['country']);
		case 'company_name':
		case 'city':
			return wordOf(additional[column]);
		default:
			return wordOf(own[column]);
	}
}

function wordOf(value: unknown): string {
	if (value === null || value === undefined) return '';
	return typeof value === 'string' ? value : JSON.stringify(value);
}
