/** Why a file is not taken: each is a 422, with the words of wire-contract 1.11 where it has some. */
import type { ValidationErrorBody } from '#protocol/errors.ts';
import { Refusal } from '../http/refusal.ts';

const MESSAGES = {
	TOO_BIG: 'file size is too big',
	/** Not in the list, unrecognisable, or not what the sender says it is. */
	TYPE_NOT_SUPPORTED: 'file type not supported',
	/** Not the bytes that the direct upload announced. */
	CONTENT_MISMATCH: 'file does not match its announced size or checksum',
	/** A signed id that is forged, or whose file is not complete, too old, or in a message already. */
	NOT_AVAILABLE: 'file is not available',
} as const;

export class FileRefusal extends Refusal {
	readonly code: keyof typeof MESSAGES;

	constructor(code: keyof typeof MESSAGES) {
		super(422, { message: MESSAGES[code], attributes: ['attachments.file'] } satisfies ValidationErrorBody);
		this.code = code;
	}
}
