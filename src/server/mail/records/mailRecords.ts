/**
 * What the DNS of the sender's domain should say, so that what this server sends is believed: SPF,
 * DKIM and DMARC (docs/operating.md, Mail and webhooks).
 */
import type { Resolver } from 'node:dns/promises';
import type { MailRecord } from '#protocol/application/mailRoutes.ts';
import { MAIL_RECORDS_TIME } from '#protocol/base/limits.ts';
import { isPrivateHost } from '../../base/network/publicHosts.ts';
import { Problem } from '../../base/problem.ts';
import { withTimeout } from '../../base/withTimeout.ts';
import { publicKeyOf } from '../servers/dkimKey.ts';
import { domainOf } from '../servers/domainOf.ts';
import { smtpAddressOf } from '../mailSetup.ts';
import type { CurrentMail } from '../servers/currentMail.ts';
import { isLocal } from '../servers/mailServer.ts';
import { judgeSpf } from './spf.ts';

export type Dns = Pick<Resolver, 'resolveTxt' | 'resolveMx'>;

interface Facts {
	/** Address for bounces, which SPF is about; undefined: the sender's. */
	bouncesTo: string | undefined;
	/** Address at which browsers reach the server; '' when it is not known. */
	publicUrl: string;
}

/** Records of one name that are told, and characters of each. */
const FOUND_MAX = 5;
const LENGTH_MAX = 1_000;
/** Domains above that of the sender that are asked for DMARC. */
const PARENTS_MAX = 4;

/** In the order in which they are set up. Asks DNS of the sender's domain and of nothing else. */
export async function checkMailRecords(
	dns: Dns,
	mail: Pick<CurrentMail, 'from' | 'smtp' | 'dkim'>,
	{ bouncesTo, publicUrl }: Facts,
): Promise<MailRecord[]> {
	const { from, smtp, dkim } = mail;
	const domain = domainOf(from);
	if (domain === 'localhost') return [];
	const host = sendingHost(smtp, publicUrl);
	return Promise.all([
		...(host === undefined ? [] : [checkSpf(dns, domainOf(bouncesTo ?? from), host)]),
		...(typeof dkim === 'object'
			? [checkDkim(dns, `${dkim.keySelector}._domainkey.${dkim.domainName}`, publicKeyOf(dkim))]
			: []),
		checkDmarc(dns, domain, addressOf(from)),
	]);
}

/** Undefined where it is not known. A mail server beside this one is reached under its name. */
function sendingHost(smtp: CurrentMail['smtp'], publicUrl: string): string | undefined {
	const host = smtpAddressOf(smtp)
		.host?.toLowerCase()
		.replace(/^\[|\]$|\.$/g, '');
	if (host === undefined || !(isLocal(host) || isPrivateHost(host))) return host;
	const own = publicUrl === '' ? '' : new URL(publicUrl).hostname.replace(/^\[|\]$/g, '');
	return own === '' || isLocal(own) || isPrivateHost(own) ? undefined : own;
}

async function checkSpf(dns: Dns, name: string, host: string): Promise<MailRecord> {
	const judge = (records: readonly string[], mailHosts: readonly string[]) => judgeSpf(host, name, records, mailHosts);
	return orUnknown({ kind: 'spf', name, type: 'TXT', value: judge([], []).value }, async () => {
		const found = await readTxt(dns, name, /^v=spf1(?:\s|$)/i);
		const usesMx = found.some((record) => /\smx(?::|\s|$)/i.test(record.replaceAll('+', '')));
		const { value, isPermitted } = judge(found, usesMx ? await readMailHosts(dns, name) : []);
		return { value, found, isRight: isPermitted && found.length === 1 };
	});
}

async function checkDkim(dns: Dns, name: string, key: string): Promise<MailRecord> {
	return orUnknown({ kind: 'dkim', name, type: 'TXT', value: `v=DKIM1; k=rsa; p=${key}` }, async () => {
		const found = await readTxt(dns, name, /(?:^|;)\s*[vkp]\s*=/i);
		const { v = 'DKIM1', k = 'rsa', p } = tagsOf(found[0] ?? '');
		return { found, isRight: found.length === 1 && v === 'DKIM1' && k === 'rsa' && p?.replaceAll(/\s/g, '') === key };
	});
}

/** A domain without a record follows that of the domain above it. */
async function checkDmarc(dns: Dns, domain: string, sender: string): Promise<MailRecord> {
	const value = `v=DMARC1; p=none; rua=mailto:${sender}`;
	return orUnknown({ kind: 'dmarc', name: `_dmarc.${domain}`, type: 'TXT', value }, async () => {
		let found: string[] = [];
		for (const name of [domain, ...parentsOf(domain)]) {
			found = await readTxt(dns, `_dmarc.${name}`, /^v\s*=\s*DMARC1\s*(?:;|$)/i);
			if (found.length > 0) break;
		}
		const { p = '' } = tagsOf(found[0] ?? '');
		return { found, isRight: found.length === 1 && /^(?:none|quarantine|reject)$/i.test(p) };
	});
}

type Asked = Pick<MailRecord, 'kind' | 'name' | 'type' | 'value'>;

async function orUnknown(
	asked: Asked,
	look: () => Promise<{ value?: string; found: string[]; isRight: boolean }>,
): Promise<MailRecord> {
	try {
		const { value = asked.value, found, isRight } = await withTimeout(MAIL_RECORDS_TIME, look());
		const state = isRight ? 'found' : found.length > 0 ? 'different' : 'missing';
		return { ...asked, value, state, found: found.map((record) => record.slice(0, LENGTH_MAX)), reason: null };
	} catch (error) {
		return { ...asked, state: 'unknown', found: [], reason: codeOf(error) };
	}
}

/** The records of the name that are of the kind; none where there is no such name. */
async function readTxt(dns: Dns, name: string, kind: RegExp): Promise<string[]> {
	const records = await orNone(dns.resolveTxt(name));
	return records
		.map((pieces) => pieces.join('').trim())
		.filter((record) => kind.test(record))
		.slice(0, FOUND_MAX);
}

async function readMailHosts(dns: Dns, name: string): Promise<string[]> {
	return (await orNone(dns.resolveMx(name))).map(({ exchange }) => exchange.toLowerCase());
}

/** What is not there is no failure. */
async function orNone<T>(asked: Promise<T[]>): Promise<T[]> {
	try {
		return await asked;
	} catch (error) {
		if (['ENODATA', 'ENOTFOUND'].includes(codeOf(error))) return [];
		throw error;
	}
}

/** Such as `ESERVFAIL`. */
function codeOf(error: unknown): string {
	if (error instanceof Problem) return 'ETIMEOUT';
	return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}

function tagsOf(record: string): Partial<Record<string, string>> {
	return Object.fromEntries(
		record.split(';').map((tag) => {
			const [name = '', ...value] = tag.split('=');
			return [name.trim().toLowerCase(), value.join('=').trim()];
		}),
	);
}

/** `b.example` and no more for `a.b.example`: a domain of one name has no owner. */
function parentsOf(domain: string): string[] {
	const names = domain.split('.');
	return names
		.slice(1, -1)
		.map((_, index) => names.slice(index + 1).join('.'))
		.slice(0, PARENTS_MAX);
}

function addressOf(from: string): string {
	return /[^\s<>]+@[^\s<>]+/.exec(from)?.[0] ?? from;
}
