/**
 * What mails to visitors have that is signed: links back into the conversation and out of such
 * mails, and the proof that a mail is ours.
 */
import { createHash, createHmac } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import * as v from 'valibot';
import { isSameSecret } from '../../base/isSameSecret.ts';
import type { SecretKeys } from '../../base/secretKey.ts';
import type { ContactInbox, ConversationRow } from '../../store/tables/schema.ts';

/** Days for which a link leads back into the conversation. */
const CONTINUE_DAYS = 30;

const Continued = v.object({
	conversation: v.number(),
	contact: v.number(),
	session: v.string(),
	address: v.optional(v.string(), ''),
});
/**
 * Ids of the conversation and of its contact, and the name of its session (`sessionNameOf`), when
 * the mail was sent; and the address to which it was, '' where a former version has sent it.
 */
type Continued = v.InferOutput<typeof Continued>;

const Addressed = v.object({ conversation: v.number(), address: v.string(), message: v.optional(v.number()) });
/**
 * A conversation's id, where its answers were mailed, and the message that was one of its own.
 */
type Addressed = v.InferOutput<typeof Addressed>;

const Unsubscribed = v.object({
	account: v.number(),
	address: v.string(),
	website: v.string(),
	locale: v.string(),
});
/**
 * The account's id, where its answers are mailed, and for the page the website's name and the
 * mail's language: conversation, contact and website may be deleted before the link is used.
 */
type Unsubscribed = v.InferOutput<typeof Unsubscribed>;

/** A token that is forged, altered, expired or of the other kind is answered with undefined. */
export interface MailLinks {
	signContinued(
		conversation: Pick<ConversationRow, 'id' | 'contact_id'>,
		session: Pick<ContactInbox, 'source_id'>,
		address: string,
	): Promise<string>;
	readContinued(token: string): Promise<Continued | undefined>;
	/** It never expires: the recipient of an old mail must be able to refuse the next one. */
	signUnsubscribed(unsubscribed: Unsubscribed): Promise<string>;
	readUnsubscribed(token: string): Promise<Unsubscribed | undefined>;
	/** It never expires either: mail servers try for days, and the recipient alone has it. */
	signBounced(addressed: Addressed): Promise<string>;
	readBounced(token: string): Promise<Addressed | undefined>;
	/**
	 * What names the conversation in the address and in the ids of its mails, by which an answer
	 * finds it: who has neither cannot write to it. It never expires.
	 */
	signReply(conversationId: number): string;
	/** The conversation's id. */
	readReply(signed: string): number | undefined;
	/**
	 * What is stored of a code that the session is mailed. Under the key, since a hash alone of six
	 * digits would be found by trying all.
	 */
	hashCode(session: Pick<ContactInbox, 'id'>, code: string): string;
}

/** Hexadecimal digits of the signature: an address has 64 characters before the "@". */
const REPLY_DIGITS = 24;

/**
 * What a link calls the session: another name once the session is revoked, so that the link ends
 * with it. Hashed, since readers of the mail can read the link's token.
 */
export function sessionNameOf({ source_id }: Pick<ContactInbox, 'source_id'>): string {
	return createHash('sha256').update(source_id).digest('base64url');
}

export function createMailLinks(secretKeys: SecretKeys): MailLinks {
	const encoder = new TextEncoder();
	const signingKey = encoder.encode(secretKeys[0]);
	const keys = secretKeys.map((secretKey) => encoder.encode(secretKey));

	const sign = (audience: string, payload: Continued | Addressed | Unsubscribed, expires?: string): Promise<string> => {
		const token = new SignJWT({ ...payload }).setProtectedHeader({ alg: 'HS256' }).setAudience(audience);
		return (expires === undefined ? token : token.setExpirationTime(expires)).sign(signingKey);
	};

	const read = async <S extends v.GenericSchema>(
		audience: string,
		schema: S,
		token: string,
	): Promise<v.InferOutput<S> | undefined> => {
		for (const key of keys) {
			try {
				const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], audience });
				return v.parse(schema, payload);
			} catch {
				// A token with any fault counts as none.
			}
		}
		return undefined;
	};

	// Addresses may be written in capitals or small letters.
	const signatureOf = (conversationId: number, key: string): string =>
		createHmac('sha256', key).update(`reply ${conversationId}`).digest('hex').slice(0, REPLY_DIGITS);

	return {
		signContinued: ({ id, contact_id }, session, address) =>
			sign(
				'continue',
				{ conversation: id, contact: contact_id, session: sessionNameOf(session), address },
				`${CONTINUE_DAYS}d`,
			),
		readContinued: (token) => read('continue', Continued, token),
		signUnsubscribed: (unsubscribed) => sign('unsubscribe', unsubscribed),
		readUnsubscribed: (token) => read('unsubscribe', Unsubscribed, token),
		signBounced: (addressed) => sign('bounce', addressed),
		readBounced: (token) => read('bounce', Addressed, token),
		signReply: (conversationId) => `${conversationId}.${signatureOf(conversationId, secretKeys[0])}`,
		readReply(signed) {
			const [id, signature = ''] = signed.toLowerCase().split('.');
			const conversationId = Number(id);
			if (!Number.isSafeInteger(conversationId)) return undefined;
			const isOurs = secretKeys.some((key) => isSameSecret(signature, signatureOf(conversationId, key)));
			return isOurs ? conversationId : undefined;
		},
		hashCode: ({ id }, code) => createHmac('sha256', secretKeys[0]).update(`code ${id} ${code}`).digest('hex'),
	};
}
