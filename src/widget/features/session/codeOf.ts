import type { ServerErrorCode } from '#protocol/base/errors.ts';
import { RequestError } from '#client/rest.ts';

/**
 * The code with which the server has refused the call; undefined where it has not, or says none.
 */
export function codeOf(error: unknown): ServerErrorCode | undefined {
	const { code } = (error instanceof RequestError && (error.body as { code?: ServerErrorCode } | undefined)) || {};
	return code;
}
