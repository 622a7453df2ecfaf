import type { Plugin } from 'rollup';

/**
 * Makes it possible to repeat an `import()` that failed. By the HTML standard, and in Firefox, a
 * page remembers that a module did not load; so every attempt after a failed one uses an address of
 * its own.
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
