/** Small files of many types, and some that claim a wrong one. */
import { deflateRawSync, deflateSync, crc32 } from 'node:zlib';

export function png(width: number, height: number): Buffer<ArrayBuffer> {
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width, 0);
	header.writeUInt32BE(height, 4);
	header.set([8, 2], 8);
	const row = Buffer.alloc(1 + width * 3);
	const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
	return Buffer.concat([
		Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
		pngChunk('IHDR', header),
		pngChunk('IDAT', pixels),
		pngChunk('IEND', Buffer.alloc(0)),
	]);
}

function pngChunk(type: string, data: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
	const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
	return Buffer.concat([uint32(data.length, 'BE'), content, uint32(crc32(content), 'BE')]);
}

export function gif(width: number, height: number, trailer = ';'): Buffer<ArrayBuffer> {
	const size = Buffer.alloc(4);
	size.writeUInt16LE(width, 0);
	size.writeUInt16LE(height, 2);
	return Buffer.concat([Buffer.from('GIF89a'), size, Buffer.from([0, 0, 0]), Buffer.from(trailer)]);
}

export function bmp(width: number, height: number): Buffer<ArrayBuffer> {
	const file = Buffer.alloc(54);
	file.write('BM', 'latin1');
	file.writeUInt32LE(54, 2);
	file.writeUInt32LE(54, 10);
	file.writeUInt32LE(40, 14);
	file.writeInt32LE(width, 18);
	// A negative height: the rows run from the top.
	file.writeInt32LE(-height, 22);
	return file;
}

export function webp(width: number, height: number): Buffer<ArrayBuffer> {
	const frame = Buffer.alloc(18);
	frame.write('VP8X', 'latin1');
	frame.writeUInt32LE(10, 4);
	frame.writeUIntLE(width - 1, 12, 3);
	frame.writeUIntLE(height - 1, 15, 3);
	return Buffer.concat([Buffer.from('RIFF'), uint32(frame.length + 4, 'LE'), Buffer.from('WEBP'), frame]);
}

/** A JPEG with a camera's orientation, a profile before the frame, and `comment` inside. */
export function jpeg(width: number, height: number, { orientation = 1, comment = '' } = {}): Buffer<ArrayBuffer> {
	const exif = Buffer.from('Exif\0\0MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\0\0\0\0\0\0\0', 'latin1');
	exif.writeUInt16BE(orientation, 24);
	const frame = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
	frame.writeUInt16BE(height, 1);
	frame.writeUInt16BE(width, 3);
	return Buffer.concat([
		Buffer.from([0xff, 0xd8]),
		jpegSegment(0xe1, exif),
		jpegSegment(0xe2, Buffer.alloc(60_000)),
		jpegSegment(0xe2, Buffer.alloc(60_000)),
		jpegSegment(0xfe, Buffer.from(comment)),
		jpegSegment(0xc0, frame),
		Buffer.from([0xff, 0xd9]),
	]);
}

function jpegSegment(marker: number, data: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
	const head = Buffer.from([0xff, marker, 0, 0]);
	head.writeUInt16BE(data.length + 2, 2);
	return Buffer.concat([head, data]);
}

export interface ZipEntry {
	name: string;
	content: string;
}

export function zip(entries: ZipEntry[]): Buffer<ArrayBuffer> {
	const locals: Buffer<ArrayBuffer>[] = [];
	const centrals: Buffer<ArrayBuffer>[] = [];
	let offset = 0;
	for (const { name, content } of entries) {
		const data = deflateRawSync(content);
		const common = Buffer.alloc(26);
		common.writeUInt16LE(20, 0);
		common.writeUInt16LE(8, 4);
		common.writeUInt32LE(crc32(content), 10);
		common.writeUInt32LE(data.length, 14);
		common.writeUInt32LE(Buffer.byteLength(content), 18);
		common.writeUInt16LE(Buffer.byteLength(name), 22);
		const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.from(name), data]);
		const place = Buffer.alloc(14);
		place.writeUInt32LE(offset, 10);
		centrals.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0', 'latin1'), common, place, Buffer.from(name)]));
		locals.push(local);
		offset += local.length;
	}
	const central = Buffer.concat(centrals);
	const end = Buffer.alloc(18);
	end.writeUInt16LE(entries.length, 4);
	end.writeUInt16LE(entries.length, 6);
	end.writeUInt32LE(central.length, 8);
	end.writeUInt32LE(offset, 12);
	return Buffer.concat([...locals, central, Buffer.from('PK\x05\x06', 'latin1'), end]);
}

export function docx(): Buffer<ArrayBuffer> {
	const main = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
	return zip([
		{
			name: '[Content_Types].xml',
			content: `<Types><Override PartName="/word/document.xml" ContentType="${main}"/></Types>`,
		},
		{ name: 'word/document.xml', content: '<w:document/>' },
	]);
}

/** The container of .doc and of .msi; `rootClass` (32 hexadecimal digits) tells them apart. */
export function compoundFile(rootClass: string): Buffer<ArrayBuffer> {
	const file = Buffer.alloc(3 * 512);
	file.write('d0cf11e0a1b11ae1', 'hex');
	file.writeUInt16LE(9, 30);
	// The directory is the second sector after the header.
	file.writeUInt32LE(1, 48);
	file.write('Root Entry', 2 * 512, 'utf16le');
	file.write(rootClass, 2 * 512 + 80, 'hex');
	return file;
}

export const WORD_CLASS = '0609020000000000c000000000000046';
const MSI_CLASS = '84100c0000000000c000000000000046';

export const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
export const svgWithScript = Buffer.from(
	'<?xml version="1.0"?><!-- a drawing --><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
);
export const html = Buffer.from('\ufeff  <!-- nothing to see -->\n<!DOCTYPE html><script>alert(1)</script>');

/**
 * A voice message as browsers record it: a WebM container whose signature does not distinguish
 * sound from video.
 */
export const webm = Buffer.concat([
	Buffer.from('1a45dfa3', 'hex'),
	Buffer.from([0x80 + 7, 0x42, 0x82, 0x84]),
	Buffer.from('webm'),
	Buffer.alloc(64),
]);

export const programs = {
	ELF: Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01', 'latin1'), Buffer.alloc(57)]),
	PE: Buffer.concat([Buffer.from('MZ\x90\0\x03', 'latin1'), Buffer.alloc(123)]),
	'Mach-O': Buffer.concat([Buffer.from('cffaedfe07000001', 'hex'), Buffer.alloc(24)]),
	'universal Mach-O': Buffer.concat([Buffer.from('cafebabe00000002', 'hex'), Buffer.alloc(40)]),
	'Java class': Buffer.concat([Buffer.from('cafebabe00000041', 'hex'), Buffer.alloc(40)]),
	'shell script': Buffer.from('#!/bin/sh\nrm -rf ~\n'),
	'self-extracting shell script': Buffer.concat([Buffer.from('#!/bin/sh\n'), Buffer.alloc(200)]),
	'PHP script': Buffer.from('<?php system($_GET["c"]); ?>'),
	'Windows installer': compoundFile(MSI_CLASS),
	'Windows shortcut': Buffer.concat([Buffer.from('4c0000000114020000000000c000000000000046', 'hex'), Buffer.alloc(56)]),
	WebAssembly: Buffer.from('0061736d01000000', 'hex'),
	'Java archive': zip([{ name: 'META-INF/MANIFEST.MF', content: 'Main-Class: Evil\n' }]),
} as const;

function uint32(value: number, order: 'LE' | 'BE'): Buffer<ArrayBuffer> {
	const bytes = Buffer.alloc(4);
	if (order === 'LE') bytes.writeUInt32LE(value);
	else bytes.writeUInt32BE(value);
	return bytes;
}
