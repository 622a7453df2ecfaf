/** The `Origin` header that browsers send for a sandboxed document. */
export const SANDBOXED_ORIGIN = 'null';
