import { describeAuditLog } from './auditLogContract.ts';
import { createSqlite } from '../sqlite.ts';

describeAuditLog('SQLite', createSqlite);
