/** Finds the addresses that people write into texts: docs/markdown.md, Addresses. */
import { INTERNATIONAL_DOMAINS } from './topLevelDomains.ts';

export interface FoundLink {
	start: number;
	end: number;
	href: string;
}

/** Scripts that set no space between an address and the words around it: 请看https://a.example谢谢. */
const SPACELESS =
	'\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Bopomofo}\\p{Script=Thai}' +
	'\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\\p{Script=Tibetan}\uFF00-\uFFEF';

/** A letter, mark or digit of any script that can be seen. */
const LETTER = '(?!\\p{Default_Ignorable_Code_Point})[\\p{L}\\p{M}\\p{N}]';

const BEGINNING = new RegExp(`(?<![a-z\\d])https?://|(?:(?<![\\p{L}\\p{N}_./@-])|(?<=[${SPACELESS}]))www\\.|@`, 'giu');
const HOST = new RegExp(`(?:${LETTER}|[_-])+(?:\\.(?:${LETTER}|[_-])+)*|\\[[\\da-f:.]+\\]`, 'iuy');
const PORT = /:\d{1,5}/y;
/**
 * Up to the path, with what stands between the scheme and the host:
 * `https://bank.example@evil.example`.
 */
const CREDENTIALS = /(?::[^\s/?#@]*)?@\S*/y;

/**
 * What RFC 3986 allows in a path except quotes, and letters of any script. Every other quote,
 * bracket, dash and sign ends an address. Each character can be matched in one way only, so that
 * the time grows with the length alone.
 */
const CHARACTER = `(?!(?<=[a-z\\d])[${SPACELESS}])(?:[\\w.~:/?#@!$&*+,;=%-]|${LETTER})`;
const ROUND = `\\((?:${CHARACTER}|\\((?:${CHARACTER})*\\))*\\)`;
const TAIL = new RegExp(`(?=[/?#])(?:${CHARACTER}|${ROUND}|\\[(?:${CHARACTER})*\\])+`, 'iuy');

/** The part before "@", at the end of a text. */
const LOCAL_PART = new RegExp(`(?:${LETTER}|[._%+'’-])+$`, 'u');
const LOCAL_PART_MAX = 64;
/**
 * A character that a local part may have, too, but rarely does: what stands behind it might be half
 * of an address.
 */
const RARE_IN_LOCAL_PART = /[\p{L}\p{N}][!#$&*/=?^`{|}~]+$/u;

/** The part of a label that the ASCII signs of a host make up. */
const ASCII_LABEL = /^[a-z\d](?:[a-z\d_-]*[a-z\d])?/i;
const SAME_SCRIPT = /^(?![\uFF00-\uFFEF])[\p{Script=Latin}\p{M}\p{N}]/u;
const ASCII_DOMAIN = /^(?:[a-z]{2,}|xn--[a-z\d-]+)$/i;
const BEGINS_SPACELESS = new RegExp(`^[${SPACELESS}]`, 'u');
const WORD_BEFORE = new RegExp(`^.*[${SPACELESS}](?=[a-z\\d])`, 'iu');

/** Longest first, so that the first one that a label begins with is the right one. */
const DOMAINS = INTERNATIONAL_DOMAINS.split(' ').toSorted((one, other) => other.length - one.length);

export function findLinks(text: string): FoundLink[] {
	const found: FoundLink[] = [];
	let end = 0;
	for (const { 0: beginning, index } of text.matchAll(BEGINNING)) {
		if (index < end) continue;
		const link = beginning === '@' ? findMail(text, index, end) : findWeb(text, index, beginning);
		end = link.end;
		if (link.href) found.push({ ...link, href: link.href });
	}
	return found;
}

/** Without `href` where there is no address; `end` is then where to go on. */
type Finding = Omit<FoundLink, 'href'> & { href?: string };

function findWeb(text: string, start: number, beginning: string): Finding {
	const isBare = beginning.startsWith('w');
	const hostStart = isBare ? start : start + beginning.length;
	const run = matchAt(HOST, text, hostStart);
	const host = hostOf(run);
	let end = hostStart + run.length;
	if (host === '' || (isBare && host.split('.').length < 3)) return { start, end };
	if (host === run) {
		const credentials = matchAt(CREDENTIALS, text, end);
		if (credentials !== '') return { start, end: end + credentials.length };
		end += matchAt(PORT, text, end).length;
		end += trimTail(matchAt(TAIL, text, end), text.slice(0, start)).length;
	} else {
		end = hostStart + host.length;
	}
	return { start, end, href: (isBare ? 'http://' : '') + text.slice(start, end) };
}

/**
 * Cuts what belongs to the sentence, to the next address, or to emphasis that began before the
 * address.
 */
function trimTail(tail: string, before: string): string {
	const parts = tail.split(before.includes('*') ? /[*]|[,;](?=https?:)/i : /[,;](?=https?:)/i);
	return (parts[0] ?? '').replace(before.includes('_') ? /(?:[.,:;!?*~_]|--+)+$/ : /(?:[.,:;!?*~]|--+)+$/, '');
}

function findMail(text: string, at: number, from: number): Finding {
	const run = matchAt(HOST, text, at + 1);
	const host = hostOf(run);
	const end = at + 1 + host.length;
	const nothing = { start: at, end: at + 1 + run.length };
	const before = text.slice(Math.max(from, at - LOCAL_PART_MAX - 1), at);
	const written = LOCAL_PART.exec(before)?.[0] ?? '';
	const local = written.replace(WORD_BEFORE, '').replace(text[end] === '_' ? /^[._'’-]+/ : /^[.'’-]+/, '');
	const start = at - local.length;
	if (
		local === '' ||
		written.length > LOCAL_PART_MAX ||
		RARE_IN_LOCAL_PART.test(text.slice(Math.max(0, start - 9), start))
	)
		return nothing;
	const domain = host.split('.').at(-1) ?? '';
	const isDomain = host.includes('.') && (ASCII_DOMAIN.test(domain) || DOMAINS.includes(domain.toLowerCase()));
	if (!isDomain || text[end] === '@' || !URL.canParse(`http://${host}`)) return nothing;
	const href = `mailto:${local.replaceAll('%', '%25').replaceAll('’', "'")}@${new URL(`http://${host}`).hostname}`;
	return { start, end, href };
}

/**
 * The part of a run of letters and dots that can be a host: up to the last label that can be a
 * domain.
 */
function hostOf(run: string): string {
	if (run.startsWith('[')) return run;
	const labels = run.split('.');
	for (let last = labels.length - 1; last >= 0; last--) {
		const end = endOfDomain(labels[last] ?? '', last);
		if (end > 0 && (last > 0 || labels.length === 1))
			return [...labels.slice(0, last), labels[last]?.slice(0, end)].join('.');
	}
	return '';
}

/** How much of a label can be a host's last one; 0 where it can not. */
function endOfDomain(label: string, index: number): number {
	const ascii = ASCII_LABEL.exec(label)?.[0] ?? '';
	if (ascii !== '' && !SAME_SCRIPT.test(label.slice(ascii.length))) return ascii.length;
	const lower = label.normalize('NFC').toLowerCase();
	const domain = DOMAINS.find((one) => lower.startsWith(one)) ?? '';
	const rest = lower.slice(domain.length);
	return index > 0 && (rest === '' || BEGINS_SPACELESS.test(rest)) ? domain.length : 0;
}

function matchAt(pattern: RegExp, text: string, index: number): string {
	pattern.lastIndex = index;
	return pattern.exec(text)?.[0] ?? '';
}
