/**
 * Which passwords are accepted: the rules of NIST SP 800-63B (revision 4, Passwords) for a password
 * that is the only factor.
 */
import { hasAtMost } from '#protocol/base/characters.ts';
import { PASSWORD_MAX, PASSWORD_MIN } from '#protocol/base/limits.ts';
import { Problem } from '../../base/problem.ts';
import { normalizePassword } from '../../base/passwordHash.ts';
import type { User } from '../../store/tables/schema.ts';

/**
 * Throws PASSWORD_TOO_SHORT, PASSWORD_TOO_LONG or PASSWORD_GUESSABLE. There is no rule about kinds
 * of characters.
 */
export function checkPassword(password: string, { name, email }: Pick<User, 'name' | 'email'>): void {
	const normal = normalizePassword(password);
	if (hasAtMost(PASSWORD_MIN - 1, normal)) throw new Problem({ code: 'PASSWORD_TOO_SHORT', minimum: PASSWORD_MIN });
	if (!hasAtMost(PASSWORD_MAX, normal)) throw new Problem({ code: 'PASSWORD_TOO_LONG', maximum: PASSWORD_MAX });
	if (isGuessable(normal, [name, email])) throw new Problem({ code: 'PASSWORD_GUESSABLE' });
}

/**
 * If only so few characters are not guessable, the password is not better than its guessable parts.
 */
const UNEXPLAINED_MIN = 4;

/**
 * Whether the password only consists of parts that attackers try first: words of lists of stolen
 * passwords, the person's own name and address, runs on the keyboard, of the alphabet and of
 * digits, and repetitions. The lists contain few passwords of this length, but those are made of
 * such parts.
 */
function isGuessable(password: string, context: readonly string[]): boolean {
	const text = plain(password);
	if (isRepetition(text)) return true;
	const words = [...COMMON, ...context.flatMap(wordsOf)].toSorted((a, b) => b.length - a.length);
	const left = words.reduce((rest, word) => rest.replaceAll(word, ' '), text);
	return new Set(withoutRuns(left).replaceAll(/[^\p{L}\p{N}]/gu, '')).size < UNEXPLAINED_MIN;
}

/** The text in lower case, with letters in the place of the signs that often replace them. */
function plain(text: string): string {
	return text
		.toLowerCase()
		.replaceAll('@', 'a')
		.replaceAll('$', 's')
		.replaceAll(/(?<=\p{L})0(?=\p{L})/gu, 'o')
		.replaceAll(/(?<=\p{L})[1!](?=\p{L})/gu, 'i')
		.replaceAll(/(?<=\p{L})3(?=\p{L})/gu, 'e');
}

function wordsOf(context: string): string[] {
	const parts = normalizePassword(context).split(/[^\p{L}\p{N}]+/u);
	return parts.map(plain).filter((part) => part.length >= 3);
}

/** Whether the text repeats one part; the last repetition may be incomplete. */
function isRepetition(text: string): boolean {
	for (let length = 1; length <= text.length / 2; length++) {
		if (
			text
				.slice(0, length)
				.repeat(Math.ceil(text.length / length))
				.startsWith(text)
		)
			return true;
	}
	return false;
}

const ROWS = [
	'abcdefghijklmnopqrstuvwxyz',
	'01234567890',
	'qwertyuiop',
	'asdfghjkl',
	'zxcvbnm',
	'qwertzuiop',
	'azertyuiop',
];
/** The columns of a keyboard. */
const COLUMNS = ['1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p', 'qazwsxedcrfvtgbyhnujmikolp', '1q2w3e4r5t6y7u8i9o0p'];
const RUNS = [...ROWS, ...COLUMNS].flatMap((run) => [run, run.split('').toReversed().join('')]);

/** The text without runs of three or more adjacent or equal characters. */
function withoutRuns(text: string): string {
	let rest = '';
	for (let start = 0; start < text.length;) {
		let end = start + 3;
		const isRun = () => {
			const part = text.slice(start, end);
			return end <= text.length && (/^(.)\1+$/u.test(part) || RUNS.some((run) => run.includes(part)));
		};
		while (isRun()) end++;
		const length = end - 1 - start;
		if (length < 3) rest += text[start];
		start += length < 3 ? 1 : length;
	}
	return rest;
}

/** Words of those lists, in their languages, and the names of this product. */
const COMMON = `
	abcd admin administrator agent alexander amor andrea angel angels azerty baby banana barcelona baseball basketball batman
	beautiful black blue bonita butterfly carlos change changeme chat charlie cheese chelsea chocolate computer contraseña cookie
	correct horse battery staple daniel default desk diamond dragon email estrella everything example family flower football forever friends
	george ginger google guest hallo hello hannah heaven helpdesk hola hunter iloveyou internet jessica jesus jordan justin
	killer kitty letmein life liverpool live livechat live-chat lovely love lover login loveme manager marina master matrix maverick
	michael michelle midnight monkey motdepasse mother mustang naruto nicole orange p4ssw0rd parola pass passphrase password passwort passw0rd
	pepper phoenix picture please pokemon princess purple qwerty qwertz rainbow root samsung sample secret secure senha shadow simple
	snoopy soccer solo starwars star summer sunshine superman support teamo temp temporary test testing thankyou the thisis trustno1 unknown
	user valid website welcome whatever widget william willkommen winter yellow your you wordpass
	summer spring autumn monday tuesday wednesday thursday friday saturday sunday january february march april may june july august
	september october november december 2020 2021 2022 2023 2024 2025 2026 2027 2028 2029
	123 321 my
`
	.trim()
	.split(/\s+/)
	.map(plain);
