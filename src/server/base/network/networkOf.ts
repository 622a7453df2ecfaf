/** Which part of an address the limits count by. */
import { isIPv6 } from 'node:net';

/**
 * The first 64 bits of an IPv6 address, which is what one customer gets; the whole of any other
 * address.
 */
export function networkOf(address: string): string {
	const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
	if (mapped !== undefined || !isIPv6(address)) return mapped ?? address;
	const [head = '', tail] = address.split('::');
	const groups = head.split(':').filter(Boolean);
	const behind = tail?.split(':').filter(Boolean) ?? [];
	const zeros = tail === undefined ? [] : Array.from({ length: 8 - groups.length - behind.length }, () => '0');
	const network = [...groups, ...zeros, ...behind].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
	return `${network.join(':')}::/64`;
}
