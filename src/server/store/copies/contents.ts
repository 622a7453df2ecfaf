/**
 * What a copy of the database has in it, by which it is compared with the original and with the
 * files beside it.
 */
export interface Contents {
	/** Table → the number of its rows. */
	rows: Record<string, number>;
	/** The files whose bytes are stored. */
	files: NamedFile[];
}

export interface NamedFile {
	key: string;
	/** MD5 in base64. */
	checksum: string;
}

/** The tables whose rows differ in number, each as a line for the operator. */
export function compareRows(expected: Contents['rows'], actual: Contents['rows']): string[] {
	return [...new Set([...Object.keys(expected), ...Object.keys(actual)])]
		.filter((table) => expected[table] !== actual[table])
		.map((table) => `${table} has ${actual[table] ?? 'no'} rows instead of ${expected[table] ?? 'none'}`);
}
