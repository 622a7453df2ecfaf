import { RequestError } from '#client/rest.ts';

/** The server wants the user to be proven again. */
export function isIdentityOver(error: unknown): boolean {
	const { code } = (error instanceof RequestError && (error.body as { code?: unknown } | undefined)) || {};
	return code === 'IDENTITY_EXPIRED';
}
