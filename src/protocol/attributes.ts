import * as v from 'valibot';

/** Free key-value facts that a site or the team attaches. */
export const Attributes = v.record(v.string(), v.unknown());
export type Attributes = v.InferOutput<typeof Attributes>;

/** Set by sites and the team, or by the chat itself. */
export type AttributeKind = 'custom_attributes' | 'additional_attributes';
