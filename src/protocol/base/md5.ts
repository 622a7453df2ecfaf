/**
 * MD5 (RFC 1321), which browsers do not offer. Direct uploads need it as a checksum, and the check
 * cookie as a fingerprint. Security does not depend on it.
 */

const BLOCK = 64;
const START = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476];
/** How far each of the four rounds rotates. */
const SHIFTS = [
	[7, 12, 17, 22],
	[5, 9, 14, 20],
	[4, 11, 16, 23],
	[6, 10, 15, 21],
] as const;
const SINES = Uint32Array.from({ length: BLOCK }, (_, step) => Math.abs(Math.sin(step + 1)) * 2 ** 32);

/**
 * The hash of a file in base64. Reads the file piece by piece, so that a large one neither fills
 * the memory nor blocks the page.
 */
export async function md5(file: Blob): Promise<string> {
	const state = Uint32Array.from(START);
	let rest = new Uint8Array();
	for (let start = 0; start < file.size; start += PIECE) {
		const piece = new Uint8Array(await file.slice(start, start + PIECE).arrayBuffer());
		const end = piece.length - (piece.length % BLOCK);
		addBlocks(state, piece.subarray(0, end));
		rest = piece.subarray(end);
	}
	addBlocks(state, pad(rest, file.size));
	return btoa(String.fromCharCode(...new Uint8Array(littleEndian(state).buffer)));
}

/** The hash of a text in UTF-8, in lower-case hexadecimal digits. */
export function md5OfText(text: string): string {
	const state = Uint32Array.from(START);
	const bytes = new TextEncoder().encode(text);
	const end = bytes.length - (bytes.length % BLOCK);
	addBlocks(state, bytes.subarray(0, end));
	addBlocks(state, pad(bytes.subarray(end), bytes.length));
	const digest = new Uint8Array(littleEndian(state).buffer);
	return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A multiple of BLOCK, so that only the last piece leaves an incomplete block. */
const PIECE = 1024 * 1024;

/** The last bytes, a one bit, zeros, and the length of everything in bits. */
function pad(rest: Uint8Array, size: number): Uint8Array {
	const padded = new Uint8Array(rest.length + 9 <= BLOCK ? BLOCK : 2 * BLOCK);
	padded.set(rest);
	padded[rest.length] = 0x80;
	new DataView(padded.buffer).setBigUint64(padded.length - 8, BigInt(size) * 8n, true);
	return padded;
}

function addBlocks(state: Uint32Array, bytes: Uint8Array): void {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const words = new Uint32Array(16);
	for (let start = 0; start < bytes.length; start += BLOCK) {
		for (let index = 0; index < 16; index += 1) words[index] = view.getUint32(start + index * 4, true);
		addBlock(state, words);
	}
}

function addBlock(state: Uint32Array, words: Uint32Array): void {
	let [a = 0, b = 0, c = 0, d = 0] = state;
	for (let step = 0; step < BLOCK; step += 1) {
		const round = step >> 4;
		const [mixed, word] = mix(round, step, b, c, d);
		const sum = (a + mixed + (SINES[step] ?? 0) + (words[word] ?? 0)) | 0;
		const shift = SHIFTS[round]?.[step & 3] ?? 0;
		[a, d, c, b] = [d, c, b, (b + ((sum << shift) | (sum >>> (32 - shift)))) | 0];
	}
	[a, b, c, d].forEach((word, index) => {
		state[index] = (state[index] ?? 0) + word;
	});
}

/** The round's function of three words, and which word of the block the step takes. */
function mix(round: number, step: number, b: number, c: number, d: number): [mixed: number, word: number] {
	if (round === 0) return [(b & c) | (~b & d), step];
	if (round === 1) return [(d & b) | (~d & c), (5 * step + 1) % 16];
	if (round === 2) return [b ^ c ^ d, (3 * step + 5) % 16];
	return [c ^ (b | ~d), (7 * step) % 16];
}

function littleEndian(state: Uint32Array): DataView<ArrayBuffer> {
	const view = new DataView(new ArrayBuffer(16));
	state.forEach((word, index) => view.setUint32(index * 4, word, true));
	return view;
}
