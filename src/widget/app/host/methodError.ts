import type { ElementErrorCode } from '#protocol/base/errors.ts';

/** The frame refuses a request; the code says why. */
export class MethodError extends Error {
	readonly code: ElementErrorCode;
	readonly data: unknown;

	constructor(code: ElementErrorCode, data?: unknown) {
		super(code);
		this.code = code;
		this.data = data;
	}
}
