/**
 * Which hosts may be named by who does not run the server: none that leads to this machine or its
 * network (docs/security.md).
 */
import { lookup, type LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

export const PRIVATE_HOST = 'the address is private: see PRIVATE_WEBHOOKS';

export class PrivateHostError extends Error {
	constructor() {
		super(PRIVATE_HOST);
	}
}

/** Whether the host is an address, and no public one. Of a name `lookupPublic` finds out. */
export function isPrivateHost(host: string): boolean {
	return isIP(host) !== 0 && isPrivate(host);
}

/** For a connection. Fails with PrivateHostError where any of the addresses is private. */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
	lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
		if (error) return callback(error, []);
		if (addresses.some(({ address }) => isPrivate(address))) return callback(new PrivateHostError(), []);
		const [first] = addresses;
		if (options.all || !first) callback(null, addresses);
		else callback(null, first.address, first.family);
	});
};

const privateAddresses = new BlockList();
for (const [network, prefix] of [
	['0.0.0.0', 8],
	['10.0.0.0', 8],
	['100.64.0.0', 10],
	['127.0.0.0', 8],
	['169.254.0.0', 16],
	['172.16.0.0', 12],
	['192.0.0.0', 24],
	['192.168.0.0', 16],
	['198.18.0.0', 15],
	['224.0.0.0', 3],
] as const) {
	privateAddresses.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
	['::', 127],
	// These IPv6 addresses contain an IPv4 address, which may be any.
	['64:ff9b::', 96],
	['64:ff9b:1::', 48],
	['2001::', 32],
	['2002::', 16],
	['fc00::', 7],
	['fe80::', 10],
	// Networks of a site, as they were once called; some still route them.
	['fec0::', 10],
	['ff00::', 8],
] as const) {
	privateAddresses.addSubnet(network, prefix, 'ipv6');
}

/** Whether the address is this machine's, in its network, or reserved. */
export function isPrivate(address: string): boolean {
	return privateAddresses.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}
