import * as v from 'valibot';

/** Free key-value facts that a site or the team attaches. */
export const Attributes = v.record(v.string(), v.unknown());
export type Attributes = v.InferOutput<typeof Attributes>;

/** Sites and the team set custom attributes; the chat itself sets additional ones. */
export type AttributeKind = 'custom_attributes' | 'additional_attributes';
