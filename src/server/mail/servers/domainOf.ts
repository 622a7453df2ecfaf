import { domainToASCII } from 'node:url';

/** The domain of an address, with or without a name before it, as DNS has it. */
export function domainOf(from: string): string {
	return domainToASCII(/@([^\s<>@]+)>?\s*$/.exec(from)?.[1] ?? '') || 'localhost';
}
