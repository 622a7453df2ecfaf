/** What an agent, a script or a bot says in a message (docs/application-api.md, Messages). */
import * as v from 'valibot';
import { FILES_PER_MESSAGE_MAX } from '../entities/attachments.ts';
import { Attributes } from '../entities/attributes.ts';
import { maxCharacters } from '../base/characters.ts';
import { CONTENT_MAX, EMAIL_MAX } from '../base/limits.ts';
import { MAIL_ADDRESS } from '../entities/contactForms.ts';
import { decimal, numeric, truth } from '../base/numeric.ts';

/** Addresses that get an answer by mail besides the sender's. */
const COPIES_MAX = 20;

const title = v.pipe(v.string(), maxCharacters(255, 'Title is too long'));

/**
 * What an agent or a script attaches to a message: a file by its signed id, a place, or a web
 * address.
 */
const NewAttachment = v.union([
	v.string(),
	v.variant('file_type', [
		v.object({
			file_type: v.literal('location'),
			/** Degrees. */
			coordinates_lat: v.pipe(decimal, v.minValue(-90), v.maxValue(90)),
			coordinates_long: v.pipe(decimal, v.minValue(-180), v.maxValue(180)),
			fallback_title: v.optional(v.nullable(title)),
		}),
		v.object({
			file_type: v.literal('fallback'),
			fallback_title: v.optional(v.nullable(title)),
			/** A web address. */
			data_url: v.pipe(v.string(), v.maxLength(2_000), v.url(), v.regex(/^https?:/i)),
		}),
	]),
]);

/** A number counts as its text. One that is too large to be exact could be another message's. */
const echoId = v.union([
	v.pipe(v.string(), v.minLength(1), v.maxLength(255)),
	v.pipe(v.number(), v.minValue(Number.MIN_SAFE_INTEGER), v.maxValue(Number.MAX_SAFE_INTEGER), v.transform(String)),
]);

/** As a list, or as a text with commas. */
const Addresses = v.pipe(
	v.union([v.array(v.string()), v.string()]),
	v.transform((given) => [
		...new Set(
			[given]
				.flat()
				.flatMap((text) => text.split(','))
				.map((address) => address.trim().toLowerCase())
				.filter(Boolean),
		),
	]),
	v.maxLength(COPIES_MAX, `are too many (maximum is ${COPIES_MAX})`),
	v.everyItem((address) => address.length <= EMAIL_MAX && MAIL_ADDRESS.test(address), 'Invalid email address'),
);

/** Null counts as absent everywhere. */
export const teamMessageBody = v.object({
	content: v.nullish(
		v.pipe(v.string(), maxCharacters(CONTENT_MAX, `Content is too long (maximum is ${CONTENT_MAX} characters)`)),
	),
	private: v.nullish(truth, false),
	message_type: v.nullish(v.literal('outgoing'), 'outgoing'),
	/** A number is answered as its text. */
	echo_id: v.nullish(echoId),
	/**
	 * `AgentBot` for a message in the name of a bot of the account; anything else counts as absent.
	 */
	sender_type: v.nullish(v.string()),
	/** The bot. */
	sender_id: v.nullish(numeric),
	/** What another system calls the message that this one is a copy of. */
	source_id: v.nullish(v.pipe(v.string(), maxCharacters(255, 'is too long (maximum is 255 characters)'))),
	/** Default `text`. `integrations` begins a new video call and needs no attributes. */
	content_type: v.nullish(v.string()),
	/**
	 * `items` and the other fields of the kind (protocol/entities/contentTypes.ts), and
	 * `in_reply_to`; a form carries them as JSON text.
	 */
	content_attributes: v.nullish(v.union([Attributes, v.string()])),
	/** Who gets the answer besides, in a conversation that began by mail; ignored in others. */
	cc_emails: v.nullish(Addresses),
	attachments: v.nullish(
		v.pipe(v.array(NewAttachment), v.maxLength(FILES_PER_MESSAGE_MAX, 'Attachments exceeded maximum allowed')),
	),
});
export type TeamMessageBody = v.InferOutput<typeof teamMessageBody>;
