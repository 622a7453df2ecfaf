import * as v from 'valibot';

/** Of what the team edits: for `If-Match` (docs/application-api.md, Conditional requests). */
export const entityTag = v.string();
