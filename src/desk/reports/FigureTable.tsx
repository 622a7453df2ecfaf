import styles from './FigureTable.module.css';

interface Props {
	name: string;
	columns: readonly string[];
	/** The first cell names its row. */
	rows: readonly { key: number; cells: readonly string[] }[];
}

/** A table of figures, which scrolls by itself where there is no room for it. */
export function FigureTable({ name, columns, rows }: Props) {
	return (
		<div className={styles.frame} role="region" aria-label={name} tabIndex={0}>
			<table className={styles.table}>
				<thead>
					<tr>
						{columns.map((column) => (
							<th key={column} scope="col">
								{column}
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{rows.map(({ key, cells: [first, ...others] }) => (
						<tr key={key}>
							<th scope="row">
								<bdi>{first}</bdi>
							</th>
							{others.map((cell, index) => (
								<td key={columns[index + 1]}>{cell}</td>
							))}
						</tr>
					))}
				</tbody>
			</table>
		</div>
	);
}
