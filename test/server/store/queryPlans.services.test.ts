import pg from 'pg';
import { describeQueryPlans, type Statement } from './queryPlansContract.ts';
import { createDatabase } from '../services.ts';

interface Plan {
	'Node Type': string;
	'Relation Name'?: string;
	'Index Name'?: string;
	Plans?: Plan[];
}

describeQueryPlans('postgres', async () => {
	const { options, cleanUp } = await createDatabase();
	return {
		options: { dataDir: options.dataDir ?? '', databaseUrl: options.databaseUrl },
		async openReader() {
			const client = new pg.Client({ connectionString: options.databaseUrl });
			await client.connect();
			// In empty tables a full scan is the cheapest plan; with this setting it is only chosen
			// where there is no other.
			await client.query('set enable_seqscan = off');
			await client.query('set enable_sort = off');
			const planOf = async ({ sql, parameters }: Statement) => {
				const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
					`explain (format json) ${sql}`,
					parameters as unknown[],
				);
				return nodesOf(rows[0]?.['QUERY PLAN'][0].Plan);
			};
			return {
				listIndexes: async (statement) => (await planOf(statement)).flatMap((node) => node['Index Name'] ?? []),

				async findScans(statement, tables) {
					return (await planOf(statement))
						.filter((node) => isScan(node, tables) || node['Node Type'] === 'Sort')
						.map((node) => ({
							step: `${node['Node Type']} on ${node['Relation Name']}`,
							isSort: node['Node Type'] === 'Sort',
						}));
				},
				close: () => client.end(),
			};
		},
		cleanUp,
	};
});

function isScan(node: Plan, tables: readonly string[]): boolean {
	return node['Node Type'] === 'Seq Scan' && tables.includes(node['Relation Name'] ?? '');
}

function nodesOf(plan: Plan | undefined): Plan[] {
	return plan ? [plan, ...(plan.Plans ?? []).flatMap(nodesOf)] : [];
}
