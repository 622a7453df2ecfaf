/** A DNS server on a free port, which has the records that a test gives it. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';

interface TestDns {
	/** Such as `127.0.0.1:40123`. */
	address: string;
	/** Name → its TXT records; another name does not exist. */
	txt: Map<string, string[]>;
	/** Name → the servers that take its mail. */
	mx: Map<string, string[]>;
	/** Names for which it says that it has failed. */
	failing: Set<string>;
	/** Names for which it says nothing. */
	silent: Set<string>;
	/** Every name that it was asked. */
	asked: Set<string>;
}

interface Suite {
	after(end: () => Promise<void>): void;
}

const [TXT, MX] = [16, 15];
const [NO_ERROR, SERVER_FAILED, NO_SUCH_NAME] = [0, 2, 3];
/** Where the question stands, to which answers point back. */
const QUESTION = 12;

export async function startDnsServer(t: Suite): Promise<TestDns> {
	const dns = {
		txt: new Map<string, string[]>(),
		mx: new Map<string, string[]>(),
		failing: new Set<string>(),
		silent: new Set<string>(),
		asked: new Set<string>(),
	};
	const socket = createSocket('udp4');
	socket.on('message', (query, { port, address }) => {
		const { name, end } = readName(query);
		dns.asked.add(name);
		if (dns.silent.has(name)) return;
		const type = query.readUInt16BE(end);
		const answers =
			type === TXT
				? (dns.txt.get(name) ?? []).map(txtData)
				: type === MX
					? (dns.mx.get(name) ?? []).map((host) => Buffer.concat([Buffer.from([0, 10]), nameData(host)]))
					: [];
		const isKnown = dns.txt.has(name) || dns.mx.has(name);
		const code = dns.failing.has(name) ? SERVER_FAILED : isKnown ? NO_ERROR : NO_SUCH_NAME;
		const head = Buffer.alloc(QUESTION);
		query.copy(head, 0, 0, 2);
		head.writeUInt16BE(0x8180 | code, 2);
		head.writeUInt16BE(1, 4);
		head.writeUInt16BE(answers.length, 6);
		const question = query.subarray(QUESTION, end + 4);
		const records = answers.map((data) => {
			const record = Buffer.alloc(12);
			record.writeUInt16BE(0xc000 | QUESTION, 0);
			record.writeUInt16BE(type, 2);
			record.writeUInt16BE(1, 4);
			record.writeUInt16BE(data.length, 10);
			return Buffer.concat([record, data]);
		});
		socket.send(Buffer.concat([head, question, ...records]), port, address);
	});
	socket.bind(0, '127.0.0.1');
	await once(socket, 'listening');
	t.after(() => new Promise<void>((resolve) => socket.close(resolve)));
	return { ...dns, address: `127.0.0.1:${socket.address().port}` };
}

function readName(query: Buffer): { name: string; end: number } {
	const parts: string[] = [];
	let at = QUESTION;
	for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
		parts.push(query.toString('latin1', at + 1, at + 1 + length));
		at += length + 1;
	}
	return { name: parts.join('.').toLowerCase(), end: at + 1 };
}

function nameData(name: string): Buffer {
	return Buffer.concat([...name.split('.').map((part) => text(Buffer.from(part))), Buffer.from([0])]);
}

/** In pieces of at most 255 bytes, as a long key comes. */
function txtData(record: string): Buffer {
	const bytes = Buffer.from(record);
	const pieces = Array.from({ length: Math.ceil(bytes.length / 255) }, (_, index) =>
		text(bytes.subarray(index * 255, (index + 1) * 255)),
	);
	return Buffer.concat(pieces);
}

function text(bytes: Buffer): Buffer {
	return Buffer.concat([Buffer.from([bytes.length]), bytes]);
}
