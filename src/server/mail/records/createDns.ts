import { Resolver } from 'node:dns/promises';
import type { Dns } from './mailRecords.ts';

/** Milliseconds; with the second attempt half of what callers wait at most. */
const TIMEOUT = 2_000;

/** @param server the one that is asked, such as `127.0.0.1:5353`; undefined: the machine's */
export function createDns(server?: string): Dns {
	const resolver = new Resolver({ timeout: TIMEOUT, tries: 2 });
	if (server !== undefined) resolver.setServers([server]);
	return resolver;
}
