import { createHash } from 'node:crypto';

/** The script's hash in the form that `integrity` and `script-src` take. */
export function integrityOf(script: string | Buffer): string {
	return `sha384-${createHash('sha384').update(script).digest('base64')}`;
}
