/**
 * Facts that a visitor gives about themselves (docs/wire.md, Contact and Identity), handled more
 * strictly than by Chatwoot:
 * - An email address or a phone number is a claim. It is stored with the visitor's own contact and
 *   never gives access to another's, except where the site has proven the user (`identityProof.ts`)
 *   and so vouches for the other facts.
 * - An identifier without a proof joins the contact that has it only while no session has proven to
 *   be that contact, and `visibleContact` shows such a session none of the facts. Channels that
 *   require a proof refuse it.
 * - Once a session has proven to be a contact, the contact's other sessions can no longer change
 *   its facts, including the address to which a transcript is sent. They can still write and answer
 *   in their own conversations.
 */
import { hasAtMost } from '#protocol/base/characters.ts';
import type { AttributeKind, Attributes } from '#protocol/entities/attributes.ts';
import { Problem } from '../../base/problem.ts';
import { randomName } from '../../base/randomToken.ts';
import type { Channel } from '../../store/websites/channels.ts';
import type { ContactInbox, ContactRow } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';
import { publishContact } from './publishContact.ts';
import type { EventPublisher } from '../eventPublisher.ts';
import { checkAttributes, mergeAttributes, omitAttributes } from './attributes.ts';
import { beginSession } from './beginSession.ts';
import { blankToNull, FACT_MAX, validEmail, validPhone } from './contactFacts.ts';
import { type IdentityClaim, proofOf } from './identityProof.ts';
import { refusalAfter } from './mailAddress.ts';
import { absorbContact } from './mergeContacts.ts';
import { hasProvenMailbox, isOnlyClaimed, isProofOver, isProven, type Visitor } from './visitor.ts';

/** Characters of a picture's address. */
const URL_MAX = 2_000;

/** Absent, null and blank values all mean that nothing is claimed. */
export interface Claims {
	name?: string | null | undefined;
	email?: string | null | undefined;
	phone_number?: string | null | undefined;
	avatar_url?: string | null | undefined;
	custom_attributes?: Attributes | undefined;
	additional_attributes?: Attributes | undefined;
}

export interface IdentityClaims extends Claims, IdentityClaim {}

/** Starts a session for a new anonymous visitor. */
export async function startSession(
	store: Repositories,
	publish: EventPublisher,
	channel: Channel,
): Promise<{ session: ContactInbox; contact: ContactRow }> {
	const contact = await store.contacts.insert(channel.account.id, randomName());
	await publish.contactCreated(contact);
	return { session: await beginSession(store, contact.id, channel.inbox.id), contact };
}

/**
 * Identifies the visitor as a user of the site. A session that already belongs to another user
 * stays as it is, and a new one is returned. Throws IDENTITY_UNPROVEN when a proof is wrong, or
 * missing where one is required, and IDENTITY_EXPIRED where the session's own has expired and
 * nothing proves the same user again.
 */
export async function setUser(
	store: Repositories,
	publish: EventPublisher,
	{ channel, session: current }: Visitor,
	claims: IdentityClaims,
): Promise<{ session: ContactInbox; contact: ContactRow }> {
	const proof = await proofOf(channel, claims);
	const identifier = proof?.identifier ?? blankToNull(claims.identifier);
	let session = await store.sessions.lock(current.id);
	let contact = await store.contacts.lock(session.contact_id);
	let before = contact;
	// The record of a mailbox's owner does not become that of a user that this session only
	// claims to be.
	const isAnother =
		identifier !== null &&
		(isOnlyClaimed(session) || (contact.identifier !== null && contact.identifier !== identifier));
	if (!proof && !isAnother && isProofOver(session)) throw new Problem({ code: 'IDENTITY_EXPIRED' });
	if (identifier !== null) {
		if (!hasAtMost(FACT_MAX, identifier)) throw new Problem({ code: 'IDENTIFIER_TOO_LONG', maximum: FACT_MAX });
		if (isAnother) {
			({ session, contact } = await startSession(store, publish, channel));
			before = contact;
		}
		contact = await joinHolder(store, publish, { session, contact, identifier, hasProof: proof !== undefined });
		if (proof) {
			contact = await joinByFacts(store, publish, contact, claims);
			session = await store.sessions.markProven(session.id, proof.until);
		}
	}
	contact = await describeContact(store, session, contact, claims);
	await publishContact(store, publish, before, contact);
	return { session, contact };
}

/**
 * With an identifier, or a token that names one, it acts like `setUser`, but the identifier must be
 * proven, and must not be another user's.
 */
export async function changeOwnContact(
	store: Repositories,
	publish: EventPublisher,
	visitor: Visitor,
	claims: IdentityClaims,
): Promise<ContactRow> {
	const session = await store.sessions.lock(visitor.session.id);
	const own = await store.contacts.lock(session.contact_id);
	if (!claims.identifier && !claims.jwt) {
		const described = await describeContact(store, session, own, claims);
		await publishContact(store, publish, own, described);
		return described;
	}
	const proof = await proofOf(visitor.channel, claims);
	const isOther = isOnlyClaimed(session) || (own.identifier !== null && own.identifier !== proof?.identifier);
	if (isOther || !proof) throw new Problem({ code: 'IDENTITY_UNPROVEN' });
	return (await setUser(store, publish, { ...visitor, session }, claims)).contact;
}

/** Nothing changes where the session may not change the contact. */
export async function removeContactAttributes(
	store: Repositories,
	publish: EventPublisher,
	visitor: Visitor,
	names: readonly string[],
): Promise<ContactRow> {
	const session = await store.sessions.lock(visitor.session.id);
	const own = await store.contacts.lock(session.contact_id);
	if (!(await mayDescribe(store, session, own))) return own;
	const changed = await store.contacts.update(own.id, {
		custom_attributes: omitAttributes(own.custom_attributes, names),
	});
	await publishContact(store, publish, own, changed);
	return changed;
}

/**
 * Stores the session's claims with the contact itself, which is locked. Blank values are ignored,
 * invalid ones dropped, attributes merged.
 */
async function describeContact(
	store: Repositories,
	session: ContactInbox,
	contact: ContactRow,
	claims: Claims,
): Promise<ContactRow> {
	if (!(await mayDescribe(store, session, contact))) return contact;
	const name = blankToNull(claims.name);
	const email = validEmail(claims.email);
	const phone = validPhone(claims.phone_number);
	// Agents' browsers load the picture: an address that an unproven visitor chose would tell its
	// server who looks, from where and when.
	const avatarUrl = isProven(session) ? blankToNull(claims.avatar_url) : null;
	return store.contacts.update(contact.id, {
		...(name === null ? {} : { name }),
		...(email === null ? {} : { email, ...refusalAfter(email, contact) }),
		...(phone === null ? {} : { phone_number: phone }),
		// Only a web address, since agents see it as a picture.
		...(avatarUrl !== null && avatarUrl.startsWith('https://') && avatarUrl.length <= URL_MAX
			? { avatar_url: avatarUrl }
			: {}),
		...mergedAttributes('custom_attributes', contact, claims),
		...mergedAttributes('additional_attributes', contact, claims),
	});
}

/** The merged attributes for one column; nothing where none are claimed. */
function mergedAttributes(
	kind: AttributeKind,
	contact: ContactRow,
	claims: Claims,
): Partial<Record<AttributeKind, Attributes>> {
	const said = claims[kind];
	return said ? { [kind]: checkAttributes(kind, mergeAttributes(contact[kind], said)) } : {};
}

/** Whether the session may change the contact: no other session has proven to be it. */
async function mayDescribe(store: Repositories, session: ContactInbox, contact: ContactRow): Promise<boolean> {
	if (isProven(session)) return true;
	return !isOnlyClaimed(session) && (await store.sessions.listProvenByContact(contact.id)).length === 0;
}

/**
 * Stores claims that come with a first message: a name only for a contact without one, and where
 * none is given the email address provides it.
 */
export async function introduceContact(
	store: Repositories,
	session: ContactInbox,
	contact: ContactRow,
	claims: Claims,
): Promise<ContactRow> {
	const isUnknown = contact.email === null && contact.phone_number === null && contact.identifier === null;
	const name = blankToNull(claims.name) ?? validEmail(claims.email)?.split('@')[0];
	return describeContact(store, session, contact, { ...claims, name: isUnknown ? name : null });
}

async function joinHolder(
	store: Repositories,
	publish: EventPublisher,
	claim: { session: ContactInbox; contact: ContactRow; identifier: string; hasProof: boolean },
): Promise<ContactRow> {
	const { session, contact, identifier, hasProof } = claim;
	const holder = await store.contacts.findBy(contact.account_id, 'identifier', identifier);
	if (!holder) return store.contacts.update(contact.id, { identifier });
	const isSame = holder.id === contact.id;
	const isOwn = hasProof || (isSame && isProven(session));
	if (!isOwn && (await store.sessions.listProvenByContact(holder.id)).length > 0) {
		throw new Problem({ code: 'IDENTITY_UNPROVEN' });
	}
	return isSame ? contact : absorbContact(store, publish, holder, contact);
}

/**
 * Merges the contact with one that has the same email address, else the same phone number, unless
 * that has another identifier or other sessions have proven to be it.
 */
async function joinByFacts(
	store: Repositories,
	publish: EventPublisher,
	contact: ContactRow,
	claims: Claims,
): Promise<ContactRow> {
	const email = validEmail(claims.email);
	const phone = validPhone(claims.phone_number);
	let known = contact;
	for (const [column, value] of [
		['email', email],
		['phone_number', phone],
	] as const) {
		const other = value === null ? undefined : await store.contacts.findBy(known.account_id, column, value);
		if (!other || other.id === known.id || other.identifier !== null) continue;
		if (column === 'phone_number' && email !== null && other.email !== null && other.email !== email) continue;
		const ofOther = await store.sessions.listByContact(other.id);
		if (ofOther.some((session) => session.hmac_verified || hasProvenMailbox(session))) continue;
		const [survivor, merged] = other.id < known.id ? [other, known] : [known, other];
		known = await absorbContact(store, publish, survivor, merged);
	}
	return known;
}
