/**
 * Writes the audit log (docs/application-api.md, Audit log): each rule that changes what
 * administrators set up calls it once.
 */
import type { AuditAction, AuditedType } from '#protocol/application/auditLogRoutes.ts';
import type { Repositories } from '../store/store.ts';

export interface AuditedChange {
	accountId: number;
	/** By default what `before` and `after` say: created, changed or deleted. */
	action?: AuditAction;
	type: AuditedType;
	id?: number | null;
	/** Never a contact's: it would outlive the contact. */
	name?: string;
	/** Absent for what is new. */
	before?: object | undefined;
	/** Absent for what is deleted. */
	after?: object | undefined;
}

const HIDDEN = '[hidden]';

/** Only told that they were changed. */
const SECRETS: ReadonlySet<string> = new Set([
	'secret',
	'captcha_secret',
	'hmac_token',
	'password',
	'token',
	'smtp_password',
	'imap_password',
	'dkim_key',
]);

/**
 * Not of interest: the entry has them itself, they follow from others, or they change all the time.
 */
const LEFT_OUT: ReadonlySet<string> = new Set([
	'id',
	'account_id',
	'inbox_id',
	'portal_id',
	'user_id',
	'agent_bot_id',
	'display_id',
	'created_at',
	'updated_at',
	'removed_at',
	'views',
	'position',
	'search_title',
	'search_text',
	'availability',
	'auto_offline',
	'page_seen_at',
	'former_hmac_token',
	'former_hmac_until',
	'former_titles',
	'token_hash',
	'realtime_hash',
	'last_used_at',
]);

/** What these belong to, and where an article stands, is of interest. */
const KEPT: Partial<Record<AuditedType, readonly string[]>> = {
	Inbox: ['agent_bot_id', 'portal_id'],
	Campaign: ['inbox_id'],
	Article: ['position'],
	AccessToken: ['user_id', 'agent_bot_id'],
};

/** Characters of a text that are kept. */
const TEXT_MAX = 500;

/** Call it in the transaction of the change. Nothing is written where an update changes nothing. */
export async function recordChange(
	{ auditLog }: Repositories,
	{ accountId, action, type, id = null, name = '', before, after }: AuditedChange,
): Promise<void> {
	const did = action ?? (!before ? 'create' : after ? 'update' : 'destroy');
	const changes = before && after ? differenceOf(type, before, after) : valuesOf(type, after ?? before ?? {});
	if (did === 'update' && Object.keys(changes).length === 0) return;
	await auditLog.insert({
		account_id: accountId,
		action: did,
		auditable_type: type,
		auditable_id: id,
		auditable_name: name,
		audited_changes: changes,
	});
}

/**
 * Records it in each account of the person, as they have the same names, password and sessions in
 * all.
 */
export async function recordUser(
	store: Repositories,
	userId: number,
	change: Pick<AuditedChange, 'action' | 'before' | 'after'>,
): Promise<void> {
	const name = (await store.users.find(userId))?.email ?? '';
	for (const { id: accountId } of await store.users.listAccounts(userId))
		await recordChange(store, { ...change, accountId, type: 'User', id: userId, name });
}

function valuesOf(type: AuditedType, row: object): Record<string, unknown> {
	return Object.fromEntries(fieldsOf(type, row).map(([field, value]) => [field, shown(field, value)]));
}

function differenceOf(type: AuditedType, before: object, after: object): Record<string, unknown> {
	const old = new Map(fieldsOf(type, before));
	return Object.fromEntries(
		fieldsOf(type, after)
			.filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(old.get(field)))
			.map(([field, value]) => [field, [shown(field, old.get(field)), shown(field, value)]]),
	);
}

function fieldsOf(type: AuditedType, row: object): [string, unknown][] {
	return Object.entries(row).filter(
		([field, value]) => value !== undefined && (!LEFT_OUT.has(field) || KEPT[type]?.includes(field)),
	);
}

function shown(field: string, value: unknown): unknown {
	if (SECRETS.has(field) && value !== null) return HIDDEN;
	if (value === undefined) return null;
	if (typeof value === 'string') return shorten(withoutSecrets(value));
	if (typeof value !== 'object' || value === null) return value;
	return JSON.stringify(value).length > TEXT_MAX ? shorten(JSON.stringify(value)) : value;
}

function shorten(text: string): string {
	const characters = Array.from(text);
	return characters.length > TEXT_MAX ? `${characters.slice(0, TEXT_MAX).join('')}…` : text;
}

/** An address without user, password and query, in which receivers often expect a key. */
function withoutSecrets(text: string): string {
	if (!/^https?:\/\/\S+$/.test(text) || !URL.canParse(text)) return text;
	const { username, password, search, origin, pathname, hash } = new URL(text);
	if (username === '' && password === '' && search === '') return text;
	return `${origin}${pathname}${search === '' ? '' : `?${HIDDEN}`}${hash}`;
}
