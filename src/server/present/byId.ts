export function byId<T extends { id: number }>(rows: readonly T[]): Map<number, T> {
	return new Map(rows.map((row) => [row.id, row]));
}
