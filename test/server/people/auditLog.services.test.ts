import { describeAuditLog } from './auditLogContract.ts';
import { createDatabase } from '../services.ts';

describeAuditLog('PostgreSQL', createDatabase);
