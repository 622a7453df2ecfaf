import type { Plugin } from 'rollup';

/**
 * Lets an `import()` that failed be tried again. By the HTML standard, and in Firefox, a page remembers for good that a
 * module did not load; so every attempt after a failed one has an address of its own.
 */
export function retriedImports(): Plugin {
	return {
		name: 'retried-imports',
		renderDynamicImport: () => ({ left: 'importAgain(', right: ')' }),
		renderChunk: (code) => (code.includes('importAgain(') ? { code: IMPORT_AGAIN + code, map: null } : null),
	};
}

const IMPORT_AGAIN = `const failedImports = {};
async function importAgain(address) {
	const count = failedImports[address] ?? 0;
	try {
		return await import(count ? address + '?attempt=' + count : address);
	} catch (error) {
		failedImports[address] = count + 1;
		throw error;
	}
}
`;
