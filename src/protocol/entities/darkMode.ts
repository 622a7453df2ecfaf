/** Light, dark, or what the visitor's system prefers. */
import * as v from 'valibot';

export const DarkMode = v.picklist(['light', 'auto', 'dark']);
export type DarkMode = v.InferOutput<typeof DarkMode>;
