/** What browsers say for a document in a sandbox. */
export const SANDBOXED_ORIGIN = 'null';
