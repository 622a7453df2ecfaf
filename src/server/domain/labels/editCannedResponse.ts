/**
 * Adds and changes the texts that agents insert by a short code (docs/application-api.md, Canned
 * responses).
 */
import type { TranslationsChange } from '#protocol/entities/translations.ts';
import { Problem } from '../../base/problem.ts';
import type { CannedResponseRow } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';
import { recordChange } from '../recordChange.ts';
import { takeTranslations } from '../translations/translations.ts';

interface CannedResponseFacts extends Pick<CannedResponseRow, 'short_code' | 'content'> {
	translations?: TranslationsChange | undefined;
}

/** That an account may have. */
const CANNED_RESPONSES_MAX = 1_000;

export async function createCannedResponse(
	store: Repositories,
	accountId: number,
	facts: CannedResponseFacts,
): Promise<CannedResponseRow> {
	const { accounts, cannedResponses } = store;
	await accounts.lock(accountId);
	if (await cannedResponses.findByShortCode(accountId, facts.short_code))
		throw new Problem({ code: 'SHORT_CODE_TAKEN', shortCode: facts.short_code });
	if ((await cannedResponses.count(accountId)) >= CANNED_RESPONSES_MAX)
		throw new Problem({ code: 'TOO_MANY', things: 'canned responses', maximum: CANNED_RESPONSES_MAX });
	const translations = takeTranslations('canned_response', facts, null, facts.translations);
	const created = await cannedResponses.insert(accountId, { ...facts, translations });
	await recordChange(store, { ...auditedOf(created), after: created });
	return created;
}

/** Undefined fields stay unchanged. */
export async function changeCannedResponse(
	store: Repositories,
	before: CannedResponseRow,
	{
		short_code = before.short_code,
		content = before.content,
		translations,
	}: { [F in keyof CannedResponseFacts]?: CannedResponseFacts[F] | undefined },
): Promise<CannedResponseRow> {
	const { accounts, cannedResponses } = store;
	await accounts.lock(before.account_id);
	if (short_code !== before.short_code && (await cannedResponses.findByShortCode(before.account_id, short_code)))
		throw new Problem({ code: 'SHORT_CODE_TAKEN', shortCode: short_code });
	const changed = await cannedResponses.update(before.id, {
		short_code,
		content,
		translations: takeTranslations('canned_response', { content }, before.translations, translations),
	});
	await recordChange(store, { ...auditedOf(changed), before, after: changed });
	return changed;
}

export async function deleteCannedResponse(store: Repositories, response: CannedResponseRow): Promise<void> {
	await store.cannedResponses.delete(response.id);
	await recordChange(store, { ...auditedOf(response), before: response });
}

function auditedOf({ id, account_id, short_code }: CannedResponseRow) {
	return { accountId: account_id, type: 'CannedResponse', id, name: short_code } as const;
}
