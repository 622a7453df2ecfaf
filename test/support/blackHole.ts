/**
 * A proxy to a service that the test can turn into a black hole: nothing is refused, and nothing
 * arrives.
 */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface BlackHole {
	/** Address of the service through this proxy. */
	url: string;
	/** From now on every byte is dropped, on existing and on new connections. */
	swallow(): void;
	/** New connections work again; older ones never do. */
	heal(): void;
	/** Ends all connections; new ones lead to another service. */
	leadTo(serviceUrl: string): void;
	close(): void;
}

export async function openBlackHole(serviceUrl: string): Promise<BlackHole> {
	let target = new URL(serviceUrl);
	const ends = new Set<Socket>();
	let isSwallowing = false;

	const keep = (socket: Socket) => {
		ends.add(socket);
		socket.on('error', () => socket.destroy());
		socket.on('close', () => ends.delete(socket));
	};
	const drain = (socket: Socket) => {
		socket.unpipe();
		socket.resume();
	};
	const way = createServer((client) => {
		keep(client);
		if (isSwallowing) return drain(client);
		const service = connect(Number(target.port), target.hostname);
		keep(service);
		client.pipe(service).pipe(client);
		// A client that gives up disconnects from the service too.
		client.on('close', () => service.destroy());
	});
	way.listen(0, '127.0.0.1');
	await once(way, 'listening');
	const url = new URL(target);
	url.hostname = '127.0.0.1';
	url.port = String((way.address() as AddressInfo).port);
	return {
		url: url.href,
		swallow() {
			isSwallowing = true;
			for (const end of ends) drain(end);
		},
		heal() {
			isSwallowing = false;
		},
		leadTo(otherUrl) {
			target = new URL(otherUrl);
			for (const end of ends) end.destroy();
		},
		close() {
			way.close();
			for (const end of ends) end.destroy();
		},
	};
}
