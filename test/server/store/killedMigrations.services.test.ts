import { describeKilledMigrations } from './killedMigrationsContract.ts';
import { createDatabase } from '../services.ts';

describeKilledMigrations(
	'PostgreSQL',
	createDatabase,
	`select 'column' as type, table_name || '.' || column_name as name, data_type || is_nullable || coalesce(column_default, '') as sql
		from information_schema.columns where table_schema = 'public'
	union all select 'index', indexname, indexdef from pg_indexes where schemaname = 'public'
	union all select 'constraint', conrelid::regclass || '.' || conname, pg_get_constraintdef(oid) from pg_constraint
		where connamespace = 'public'::regnamespace
	union all select 'trigger', tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
	order by type, name`,
);
