import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** The network of a slow phone: all connections through one of these share it. */
export class SlowLink {
	/** Milliseconds for a round trip. */
	readonly roundTrip: number;
	/** Bytes per millisecond towards the browser. */
	readonly #rate: number;
	/** Of the pieces that are sent, this part is lost at first. */
	readonly #loss: number;
	#pieces = 0;
	/** When the link will have sent everything that it was given. */
	#isFreeAt = 0;
	readonly #servers: Server[] = [];

	constructor({ roundTrip, megabits, loss = 0 }: { roundTrip: number; megabits: number; loss?: number }) {
		this.roundTrip = roundTrip;
		this.#loss = loss;
		this.#rate = (megabits * 1e6) / 8 / 1000;
	}

	/** Opens a port that leads through the link to `port`, and answers its number. */
	async leadTo(port: number): Promise<number> {
		const server = createServer({ noDelay: true }, (browser) => this.#relay(browser, port));
		this.#servers.push(server);
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		return (server.address() as AddressInfo).port;
	}

	close(): void {
		for (const server of this.#servers) server.close();
	}

	/**
	 * Milliseconds until a piece arrives. TCP sends one that was lost again, and all that follow
	 * wait for it.
	 */
	#delay(): number {
		this.#pieces += 1;
		const isLost = Math.floor(this.#pieces * this.#loss) > Math.floor((this.#pieces - 1) * this.#loss);
		return this.roundTrip / 2 + (isLost ? RETRANSMISSION + this.roundTrip : 0);
	}

	#relay(browser: Socket, port: number): void {
		const product = connect({ port, host: '127.0.0.1', noDelay: true });
		// Connecting costs a round trip before the first byte, although the local kernel has
		// answered already.
		const connectedAt = performance.now() + this.roundTrip;
		pipeLate(browser, product, () => Math.max(performance.now(), connectedAt) + this.#delay());
		pipeLate(product, browser, (bytes) => {
			this.#isFreeAt = Math.max(performance.now(), this.#isFreeAt) + bytes / this.#rate;
			return this.#isFreeAt + this.#delay();
		});
	}
}

/** Milliseconds after which a lost piece is sent again. */
const RETRANSMISSION = 1_000;
/** Bytes that are sent at a time: smaller pieces arrive more evenly, but need more timers. */
const PIECE = 2_048;

/**
 * @param arrivesAt when a piece of so many bytes that is sent now arrives, on the clock of
 * `performance.now()`
 */
function pipeLate(from: Socket, to: Socket, arrivesAt: (bytes: number) => number): void {
	const later = createQueue();
	from.on('data', (chunk: Buffer) => {
		for (let start = 0; start < chunk.length; start += PIECE) {
			const piece = chunk.subarray(start, start + PIECE);
			later(arrivesAt(piece.length), () => to.writable && to.write(piece));
		}
	});
	from.on('end', () => later(arrivesAt(0), () => to.end()));
	from.on('error', () => to.destroy());
	from.on('close', () => later(arrivesAt(0), () => to.destroy()));
}

/**
 * Runs actions at their times, and in order even if timers fire in another: a byte out of order
 * breaks the connection.
 */
function createQueue(): (at: number, action: () => void) => void {
	const waiting: { at: number; action: () => void }[] = [];
	const runDue = () => {
		while (waiting[0] && waiting[0].at <= performance.now()) waiting.shift()?.action();
		if (waiting[0]) setTimeout(runDue, Math.ceil(waiting[0].at - performance.now()));
	};
	return (at, action) => {
		waiting.push({ at, action });
		if (waiting.length === 1) setTimeout(runDue, Math.ceil(at - performance.now()));
	};
}
