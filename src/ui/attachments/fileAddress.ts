import { safeUrl } from '#markdown/safeUrl.ts';

/**
 * The address of a stored file, or undefined where it is not safe. Our own server writes it without
 * its origin.
 */
export function fileAddress(written: string): string | undefined {
	return safeUrl(/^\/(?!\/)/.test(written) ? location.origin + written : written);
}
