/** Reads the size of an image from its header, which takes a few bytes of a file of any size. */
import type { FileHandle } from 'node:fs/promises';

export interface ImageSize {
	/** Pixels of the image as it is shown. */
	width: number;
	height: number;
}

/** Undefined for types that are not shown as images, and for an invalid header. */
export async function readImageSize(file: FileHandle, type: string): Promise<ImageSize | undefined> {
	const size = await READERS[type]?.(file);
	return size && size.width > 0 && size.height > 0 ? size : undefined;
}

const READERS: Readonly<Record<string, (file: FileHandle) => Promise<ImageSize | undefined>>> = {
	'image/png': async (file) => {
		const header = await read(file, 0, 24);
		// Images from iOS apps have another chunk first.
		if (header.toString('latin1', 12, 16) !== 'IHDR') return undefined;
		return { width: header.readUInt32BE(16), height: header.readUInt32BE(20) };
	},
	'image/gif': async (file) => {
		const header = await read(file, 0, 10);
		return { width: header.readUInt16LE(6), height: header.readUInt16LE(8) };
	},
	'image/bmp': async (file) => {
		const header = await read(file, 0, 26);
		// The oldest version of the header has 16-bit fields. A negative height means that the rows
		// run from the top.
		if (header.readUInt32LE(14) === 12) return { width: header.readUInt16LE(18), height: header.readUInt16LE(20) };
		return { width: header.readInt32LE(18), height: Math.abs(header.readInt32LE(22)) };
	},
	'image/webp': readWebp,
	'image/jpeg': readJpeg,
};

async function readWebp(file: FileHandle): Promise<ImageSize | undefined> {
	const header = await read(file, 0, 30);
	const form = header.toString('latin1', 12, 16);
	if (form === 'VP8 ') return { width: header.readUInt16LE(26) & 0x3fff, height: header.readUInt16LE(28) & 0x3fff };
	if (form === 'VP8X') return { width: header.readUIntLE(24, 3) + 1, height: header.readUIntLE(27, 3) + 1 };
	if (form !== 'VP8L') return undefined;
	const bits = header.readUInt32LE(21);
	return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

/** A file with more segments before the picture is not honest. */
const JPEG_SEGMENTS_MAX = 200;

async function readJpeg(file: FileHandle): Promise<ImageSize | undefined> {
	let isTurned = false;
	let position = 2;
	for (let count = 0; count < JPEG_SEGMENTS_MAX; count++) {
		const segment = await read(file, position, 9);
		const marker = segment.readUInt8(1);
		const length = segment.readUInt16BE(2);
		if (segment.readUInt8(0) !== 0xff || length < 2) return undefined;
		if (isFrame(marker)) {
			const [height, width] = [segment.readUInt16BE(5), segment.readUInt16BE(7)];
			return isTurned ? { width: height, height: width } : { width, height };
		}
		if (marker === 0xe1) isTurned ||= isTurnedByExif(await read(file, position + 4, length - 2));
		position += 2 + length;
	}
	return undefined;
}

/** Whether it is a start-of-frame marker: C0 to CF, except three that announce tables. */
function isFrame(marker: number): boolean {
	return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

const ORIENTATION_TAG = 0x0112;

/** Whether the camera was on its side: orientations 5 to 8 swap width and height. */
function isTurnedByExif(data: Buffer): boolean {
	if (data.toString('latin1', 0, 6) !== 'Exif\0\0') return false;
	const tiff = data.subarray(6);
	const isLittleEndian = tiff.toString('latin1', 0, 2) === 'II';
	const short = (offset: number) => {
		if (offset + 2 > tiff.length) return 0;
		return isLittleEndian ? tiff.readUInt16LE(offset) : tiff.readUInt16BE(offset);
	};
	const directory = tiff.length < 8 ? 0 : isLittleEndian ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
	for (let entry = 0; entry < short(directory); entry++) {
		const offset = directory + 2 + entry * 12;
		if (short(offset) === ORIENTATION_TAG) return short(offset + 8) >= 5 && short(offset + 8) <= 8;
	}
	return false;
}

/**
 * Always `length` bytes; beyond the file's end they are zeros, which no reader takes for a size.
 */
async function read(file: FileHandle, position: number, length: number): Promise<Buffer> {
	const { buffer } = await file.read(Buffer.alloc(length), 0, length, position);
	return buffer;
}
