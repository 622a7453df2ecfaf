import type { RefusedLine } from '#protocol/application/contactRoutes.ts';
import type { ValidationErrorBody } from '#protocol/base/errors.ts';
import { Problem } from '../../base/problem.ts';
import { importContact } from '../../domain/contacts/importContact.ts';
import type { EventPublisher } from '../../domain/eventPublisher.ts';
import type { Repositories } from '../../store/store.ts';
import { HttpError } from '../routing/httpError.ts';
import { httpErrorOf } from '../routing/problems.ts';
import type { CsvRow } from './contactCsv.ts';

type ImportedRow = RefusedLine | ({ line: number } & Awaited<ReturnType<typeof importContact>>);

/** Each with what has become of it, or why it is refused. */
export async function importRows(
	repositories: Repositories,
	publish: EventPublisher,
	accountId: number,
	rows: readonly CsvRow[],
): Promise<ImportedRow[]> {
	const imported: ImportedRow[] = [];
	for (const { line, read } of rows) {
		try {
			if ('reason' in read) imported.push({ line, ...read });
			else imported.push({ line, ...(await importContact(repositories, publish, accountId, read)) });
		} catch (error) {
			if (!(error instanceof Problem)) throw error;
			const refusal = httpErrorOf(error);
			const body = refusal instanceof HttpError ? (refusal.body as Partial<ValidationErrorBody>) : {};
			imported.push({ line, reason: body.message ?? error.message, column: body.attributes?.[0] ?? '' });
		}
	}
	return imported;
}
