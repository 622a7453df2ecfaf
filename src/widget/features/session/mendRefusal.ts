/**
 * What has to happen before a call that the server has refused can be made once more. Loaded with
 * the first such refusal.
 */
import type { Getter, Setter } from 'jotai/vanilla';
import type { Route } from '#protocol/base/routes.ts';
import { codeOf } from './codeOf.ts';
import { askRenewed } from './renewIdentity.ts';
import { waitForPass } from './waitForPass.ts';

export interface RefusedCall<T> {
	error: unknown;
	route: Route;
	/** Aborted when another person takes over, in whose name it must not be made. */
	stay: AbortSignal;
	/** Makes the call, unless `stay` is aborted: then it throws ABORTED. */
	ask: () => Promise<T>;
}

/**
 * The answer to the call once its refusal is mended; rejects with the refusal where nothing can be
 * done.
 */
export async function mendRefusal<T>(
	get: Getter,
	set: Setter,
	{ error, route, stay, ask }: RefusedCall<T>,
): Promise<T> {
	const code = codeOf(error);
	if (code === 'IDENTITY_EXPIRED') return askRenewed(get, set, stay, ask);
	if (code !== 'CAPTCHA_REQUIRED') throw error;
	await set(waitForPass, stay, route);
	return ask();
}
