/**
 * What the host page asks of the frame, and what the frame answers (docs/wire.md, Page and frame).
 */
import * as v from 'valibot';
import { Attributes } from '../entities/attributes.ts';
import { shape } from '../base/shape.ts';

/** Facts about a signed-in user that a site may give (docs/wire.md, Identity). */
export const UserFacts = shape({
	name: v.optional(v.string()),
	email: v.optional(v.string()),
	avatar_url: v.optional(v.string()),
	phone_number: v.optional(v.string()),
	/** Lower-case hex HMAC-SHA256 of the identifier under the channel's key. */
	identifier_hash: v.optional(v.string()),
	/** A JWT of the site's server with the identifier as `sub`, and `exp`, in place of the hash. */
	jwt: v.optional(v.string()),
	company_name: v.optional(v.string()),
	city: v.optional(v.string()),
	country_code: v.optional(v.string()),
	description: v.optional(v.string()),
	social_profiles: v.optional(v.record(v.string(), v.string())),
	custom_attributes: v.optional(Attributes),
});
export type UserFacts = v.InferOutput<typeof UserFacts>;

/** A host message with this id is answered by one `settled` with the same id. */
const requestId = v.optional(v.string());

/** A message that the frame answers. */
export function request<const E extends string, const M extends v.ObjectEntries>(event: E, members: M) {
	return shape({ event: v.literal(event), requestId, ...members });
}

/** From the moment the frame hears it, it shows nothing of the visitor before. */
export const SetUser = request('set-user', { identifier: v.string(), user: UserFacts });
/**
 * Forgets this visitor: session, messages and everything else that the frame keeps on this device.
 * The host removes the frame once it is answered.
 */
export const Reset = request('reset', {});
