import { Trans, useLingui } from '@lingui/react/macro';
import { TOLD_COLUMNS } from '#protocol/application/contacts/importColumns.ts';
import styles from './ImportDialog.module.css';

interface Props {
	/** Of the file. */
	headings: readonly string[];
	/** What each is stored as; '' for what is not imported. */
	columns: readonly string[];
	fields: ReadonlyMap<string, string>;
	isDisabled: boolean;
	onChange: (index: number, column: string) => void;
}

/** Chooses what each column of a file is. */
export function ColumnMapping({ headings, columns, fields, isDisabled, onChange }: Props) {
	const { t } = useLingui();
	const twice = findTwice(columns);
	return (
		<fieldset className={styles.mapping} disabled={isDisabled}>
			<legend className={styles.label}>
				<Trans>Columns</Trans>
			</legend>
			{headings.map((heading, index) => {
				const column = columns[index] ?? '';
				const isOther = column !== '' && !fields.has(column);
				const isOffered = heading !== '' && !fields.has(heading) && !isTold(heading);
				const isTwice = twice.has(column);
				return (
					// Columns have no identity but their position.
					<label key={index} className={styles.column}>
						<span className={styles.heading}>
							<bdi>{heading || String(index + 1)}</bdi>
						</span>
						<select aria-invalid={isTwice} value={column} onChange={({ target }) => onChange(index, target.value)}>
							<option value="">{t`Do not import`}</option>
							{[...fields].map(([key, name]) => (
								<option key={key} value={key}>
									{name}
								</option>
							))}
							{(isOffered || isOther) && <option value={heading}>{t`New attribute “${{ heading }}”`}</option>}
						</select>
						{isTwice && (
							<span className={styles.error}>
								<Trans>Chosen twice</Trans>
							</span>
						)}
					</label>
				);
			})}
		</fieldset>
	);
}

/** What several columns are stored as. */
export function findTwice(columns: readonly string[]): ReadonlySet<string> {
	return new Set(columns.filter((column, index) => column !== '' && columns.indexOf(column) < index));
}

function isTold(heading: string): boolean {
	return TOLD_COLUMNS.some((column) => column === heading);
}
