/** The oldest browsers that the product supports: the first with everything that it needs, adopted style sheets last. */
const BROWSERS = { chrome: [111, 0], firefox: [115, 0], safari: [16, 4] } as const;

/** For esbuild: `chrome111.0`. */
export const scriptTargets: string[] = Object.entries(BROWSERS).map(([name, version]) => name + version.join('.'));

/** For lightningcss, which wants major, minor and patch in one byte each. */
export const styleTargets: Record<string, number> = Object.fromEntries(
	Object.entries(BROWSERS).map(([name, [major, minor]]) => [name, (major << 16) | (minor << 8)]),
);
