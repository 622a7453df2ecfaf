import * as v from 'valibot';

/**
 * An address of a receiver or a picture, as long as Chatwoot's may be. The texts of refusals follow
 * the name of the field.
 */
export const WebAddress = v.pipe(
	v.string(),
	v.check((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), 'is no web address'),
	v.maxLength(2048, 'is too long'),
);
