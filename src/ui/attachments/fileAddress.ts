import { safeUrl } from '#markdown/safeUrl.ts';

/** The address of a stored file, which our own server writes without its origin, or undefined where it is not safe. */
export function fileAddress(written: string): string | undefined {
	return safeUrl(/^\/(?!\/)/.test(written) ? location.origin + written : written);
}
