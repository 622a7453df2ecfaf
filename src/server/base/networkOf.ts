/** By which part of an address limits count. */
import { isIPv6 } from 'node:net';

/** Of IPv6 the 64 bits that one customer has; of the rest the whole address. */
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
