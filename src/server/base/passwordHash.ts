/**
 * The stored form of a password: its scrypt hash, with the salt and the cost parameters (in the
 * "PHC string format").
 */
import { randomBytes, scrypt, timingSafeEqual, type BinaryLike, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';
import { createKeyedQueue } from './keyedQueue.ts';
import { ANSWER_TIME } from './withTimeout.ts';

const derive = promisify<BinaryLike, BinaryLike, number, ScryptOptions, Buffer>(scrypt);

/**
 * One of OWASP's equally strong settings (Password Storage Cheat Sheet): the one with 32 MiB, which
 * small servers have.
 */
const WORK = { ln: 15, r: 8, p: 3 };
export type Work = typeof WORK;
const KEY_BYTES = 32;
const SALT_BYTES = 16;

/** Number of sign-ins that may wait; further ones are refused at once. */
const WAITING_MAX = 20;

export interface PasswordHasher {
	/** Throws UNAVAILABLE where too many wait. */
	hash(password: string): Promise<string>;
	/**
	 * Answers false without a hash, after the same work. Throws UNAVAILABLE where too many wait.
	 */
	verify(password: string, hash: string | undefined): Promise<boolean>;
}

/**
 * Hashes one password at a time: files and name look-ups use the same threads, and a flood of
 * sign-ins must leave some free.
 * @param work of the hashes that it makes; tests, which make many, take less
 */
export function createPasswordHasher(work: Work = WORK): PasswordHasher {
	const queue = createKeyedQueue({ maxWaiting: WAITING_MAX, maxWait: ANSWER_TIME });
	const run = (password: string, salt: Buffer, { ln, r, p }: Work): Promise<Buffer> =>
		queue.run('password', () =>
			derive(normalizePassword(password), salt, KEY_BYTES, { N: 2 ** ln, r, p, maxmem: 2 * 128 * r * 2 ** ln }),
		);
	return {
		async hash(password) {
			const salt = randomBytes(SALT_BYTES);
			const key = await run(password, salt, work);
			const { ln, r, p } = work;
			return `$scrypt$ln=${ln},r=${r},p=${p}$${salt.toString('base64url')}$${key.toString('base64url')}`;
		},

		async verify(password, hash) {
			const kept = hash === undefined ? undefined : parse(hash);
			const key = await run(password, kept?.salt ?? randomBytes(SALT_BYTES), kept?.work ?? work);
			return kept !== undefined && timingSafeEqual(key, kept.key);
		},
	};
}

/** The same password from every keyboard: some letters and accents have several Unicode forms. */
export function normalizePassword(password: string): string {
	return password.normalize('NFKC');
}

function parse(hash: string): { work: Work; salt: Buffer; key: Buffer } {
	const [, ln, r, p, salt = '', key = ''] =
		/^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w-]+)\$([\w-]{43})$/.exec(hash) ?? [];
	if (key === '') throw new Error('The database has a password hash of a form that this version does not know');
	return {
		work: { ln: Number(ln), r: Number(r), p: Number(p) },
		salt: Buffer.from(salt, 'base64url'),
		key: Buffer.from(key, 'base64url'),
	};
}
