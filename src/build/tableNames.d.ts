/** The keys of a table, as the build offers them (`rollup/tableNames.ts`). */
declare module '*.ts?names' {
	const names: readonly string[];
	export default names;
}
