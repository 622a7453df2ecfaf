/**
 * Recognises the true type of a file. The sender's claim only counts where the bytes leave a
 * choice: a file that contradicts its claim is refused, because it is meant to be mistaken for
 * something else.
 */
import type { FileHandle } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';
import { Problem } from '../base/problem.ts';
import { extensionOf } from './fileName.ts';
import { activeTextType, readText } from './textType.ts';

/** What the sender claims about a file. */
export interface Claim {
	name: string;
	/** '' when the sender does not know it. */
	contentType: string;
}

export type FileKind = 'image' | 'audio' | 'video' | 'file';

/**
 * How a file is shown (docs/wire.md, Attachments): types that browsers can show safely have kinds
 * of their own.
 */
export function kindOf(type: string): FileKind {
	if (SHOWN_IMAGES.has(type)) return 'image';
	if (SHOWN_VIDEOS.has(type)) return 'video';
	return type.startsWith('audio/') ? 'audio' : 'file';
}

/**
 * The type of the complete file at `path`, opened as `file`. Throws FILE_TYPE_NOT_SUPPORTED when it
 * is unknown, contradicts the claim, or has the name of a program. Whether the type is allowed is
 * the caller's decision.
 */
export async function recogniseType(path: string, file: FileHandle, claim: Claim): Promise<string> {
	const extension = extensionOf(claim.name);
	const type = await findType(path, file, parseType(claim.contentType), extension);
	if (type === undefined || PROGRAM_EXTENSIONS.has(extension)) throw new Problem({ code: 'FILE_TYPE_NOT_SUPPORTED' });
	return type;
}

async function findType(
	path: string,
	file: FileHandle,
	claimed: string | undefined,
	extension: string,
): Promise<string | undefined> {
	const text = readText(await readHead(file));
	const active = text === undefined ? undefined : activeTextType(text);
	if (active !== undefined) return reconcile(active, claimed, extension);
	// Checked before the signature, since a text may begin like any format: "BMW", "GIF or JPEG?".
	if (text !== undefined && claimed !== undefined && TEXT_TYPES.has(claimed)) return claimed;
	const signed = await signatureType(path, file);
	if (signed !== undefined) return reconcile(signed, claimed, extension);
	return text === undefined ? undefined : plainTextType(claimed, extension);
}

const SHOWN_IMAGES: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/bmp', 'image/webp']);
const SHOWN_VIDEOS: ReadonlySet<string> = new Set(['video/ogg', 'video/mp4', 'video/webm', 'video/quicktime']);

/** The bytes at the beginning that decide whether a file is text, and of what kind. */
const HEAD_SIZE = 64 * 1024;

async function readHead(file: FileHandle): Promise<Uint8Array> {
	const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_SIZE), 0, HEAD_SIZE, 0);
	return buffer.subarray(0, bytesRead);
}

/** Synonyms of types, as browsers and file-type use them. */
const ALIASES: Readonly<Record<string, string>> = {
	'application/x-zip': 'application/zip',
	'application/x-zip-compressed': 'application/zip',
	'application/x-rar': 'application/vnd.rar',
	'application/x-rar-compressed': 'application/vnd.rar',
	'application/x-gtar': 'application/x-tar',
	'application/x-pdf': 'application/pdf',
	'image/apng': 'image/png',
	'application/ogg': 'video/ogg',
};

/** A content type under its usual name, without parameters; undefined when it says nothing. */
export function parseType(contentType: string): string | undefined {
	const type = (contentType.split(';')[0] ?? '').trim().toLowerCase();
	if (type === '' || type === 'application/octet-stream' || type === 'binary/octet-stream') return undefined;
	return ALIASES[type] ?? type;
}

async function signatureType(path: string, file: FileHandle): Promise<string | undefined> {
	// If the detector fails on a malformed file, the type counts as not recognised.
	const found = await fileTypeFromFile(path, { maxBufferSize: DETECTOR_BUFFER_MAX }).catch(() => undefined);
	const type = parseType(found?.mime ?? '');
	return type === COMPOUND && (await isInstaller(file)) ? INSTALLER : type;
}

/**
 * Bytes that the detector may read at once, regardless of the lengths that a file claims for its
 * parts.
 */
const DETECTOR_BUFFER_MAX = 4 * 1024 * 1024;

/** The container of older office formats, and of Windows installers. */
const COMPOUND = 'application/x-cfb';
const INSTALLER = 'application/x-msi';

/**
 * Whether the root of a compound file has the class of installers, patches or transforms,
 * 000C108x-0000-0000-C000-000000000046.
 */
async function isInstaller(file: FileHandle): Promise<boolean> {
	const header = Buffer.alloc(512);
	await file.read(header, 0, header.length, 0);
	const sectorSize = 2 ** Math.min(header.readUInt16LE(30), 16);
	const rootEntry = (header.readUInt32LE(48) + 1) * sectorSize;
	const rootClass = Buffer.alloc(16);
	await file.read(rootClass, 0, rootClass.length, rootEntry + 80);
	return /^8[0-9a-f]100c0000000000c000000000000046$/.test(rootClass.toString('hex'));
}

const OFFICE_BY_EXTENSION: Readonly<Record<string, string>> = {
	doc: 'application/msword',
	xls: 'application/vnd.ms-excel',
	ppt: 'application/vnd.ms-powerpoint',
};
const COMPOUND_TYPES: ReadonlySet<string> = new Set(Object.values(OFFICE_BY_EXTENSION));

const OFFICE_TYPES: ReadonlySet<string> = new Set([
	...COMPOUND_TYPES,
	'text/rtf',
	'application/rtf',
	'application/vnd.oasis.opendocument.text',
	'application/vnd.openxmlformats-officedocument.presentationml.presentation',
	'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
	'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
]);

/**
 * The type that follows from the signature and the sender's claim; undefined when they contradict
 * each other.
 */
function reconcile(signed: string, claimed: string | undefined, extension: string): string | undefined {
	if (signed === COMPOUND) {
		const office = claimed ?? OFFICE_BY_EXTENSION[extension];
		return office !== undefined && COMPOUND_TYPES.has(office) ? office : undefined;
	}
	if (claimed === undefined || claimed === signed) return signed;
	// Browsers on machines without an office suite report such documents as the archives that they
	// technically are.
	if (claimed === 'application/zip' && OFFICE_TYPES.has(signed)) return signed;
	if (familyOf(claimed) !== familyOf(signed)) return undefined;
	// The same containers can hold sound alone: voice messages are claimed as audio, which their
	// signature does not show.
	return claimed.startsWith('audio/') ? signed.replace(/^video\//, 'audio/') : signed;
}

/** Types of one family are often mistaken for each other, without harm. */
function familyOf(type: string): string {
	if (type.startsWith('image/') && type !== 'image/svg+xml') return 'image';
	if (/^(audio|video)\//.test(type)) return 'media';
	return OFFICE_TYPES.has(type) ? 'office' : type;
}

const TEXT_BY_EXTENSION: Readonly<Record<string, string>> = { csv: 'text/csv', json: 'application/json' };
const TEXT_TYPES: ReadonlySet<string> = new Set(['text/plain', ...Object.values(TEXT_BY_EXTENSION)]);

/** The type of a text that the sender does not claim as text. */
function plainTextType(claimed: string | undefined, extension: string): string | undefined {
	const byExtension = TEXT_BY_EXTENSION[extension];
	if (claimed === undefined) return byExtension ?? 'text/plain';
	// What Windows calls a .csv once Excel is installed.
	return claimed === 'application/vnd.ms-excel' && byExtension === 'text/csv' ? byExtension : undefined;
}

/**
 * A double click on a saved file with such an extension runs it, regardless of the type that we
 * sent.
 */
const PROGRAM_EXTENSIONS: ReadonlySet<string> = new Set(
	(
		'app apk appref application bash bat chm cmd com command cpl csh desktop dll dmg exe gadget hta htm html inf iso jar js jse ' +
		'ksh lnk mht mhtml mjs msc msi msp mst php pif pkg pl ps1 psm1 py pyw rb reg scf scr sh shtml sys url vb vbe vbs ws ' +
		'wsc wsf wsh xht xhtml xll zsh'
	).split(' '),
);
