/**
 * The oldest browsers that the product supports. They are the first with every feature that it
 * needs; adopted style sheets came last.
 */
const BROWSERS = { chrome: [111, 0], firefox: [115, 0], safari: [16, 4] } as const;

/** The form that esbuild takes: `chrome111.0`. */
export const scriptTargets: string[] = Object.entries(BROWSERS).map(([name, version]) => name + version.join('.'));

/** The form that lightningcss takes: major, minor and patch, one byte each. */
export const styleTargets: Record<string, number> = Object.fromEntries(
	Object.entries(BROWSERS).map(([name, [major, minor]]) => [name, (major << 16) | (minor << 8)]),
);
