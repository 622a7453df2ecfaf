/** Which servers may send mail for a domain (RFC 7208), as far as can be read off its records. */
import { isIP } from 'node:net';

/**
 * What providers ask their customers to include: the first is proposed, and the others were before.
 * The name of their mail server is this one, or ends so.
 */
const PROVIDERS: Readonly<Record<string, readonly string[]>> = {
	'gmail.com': ['_spf.google.com'],
	'office365.com': ['spf.protection.outlook.com'],
	'outlook.com': ['spf.protection.outlook.com'],
	'sendgrid.net': ['sendgrid.net'],
	'mailgun.org': ['mailgun.org', 'eu.mailgun.org'],
	'amazonaws.com': ['amazonses.com'],
	'postmarkapp.com': ['spf.mtasv.net'],
	'brevo.com': ['spf.brevo.com', 'spf.sendinblue.com'],
	'sendinblue.com': ['spf.brevo.com', 'spf.sendinblue.com'],
	'zoho.com': ['zohomail.com', 'zoho.com'],
	'zoho.eu': ['zohomail.eu', 'zoho.eu', 'zohomail.com'],
	'fastmail.com': ['spf.messagingengine.com'],
	'messagingengine.com': ['spf.messagingengine.com'],
	'mailjet.com': ['spf.mailjet.com'],
	'mandrillapp.com': ['spf.mandrillapp.com'],
	'mail.me.com': ['icloud.com'],
};

interface Spf {
	value: string;
	isPermitted: boolean;
}

/**
 * Whether the records of the domain permit the mail server, and the one record that does: theirs,
 * with what is missing, since there may be no other.
 *
 * @param mailHosts the servers that take the domain's mail, which `mx` permits
 */
export function judgeSpf(host: string, domain: string, records: readonly string[], mailHosts: readonly string[]): Spf {
	const permitting = new Set(mechanismsOf(host).map((each) => each.toLowerCase()));
	if (host === domain) permitting.add('a').add(`a:${domain}`);
	if (mailHosts.includes(host)) permitting.add('mx').add(`mx:${domain}`);
	const terms = [...new Set(records.flatMap((record) => record.split(/\s+/).slice(1)))].filter(Boolean);
	const isPermitted = terms.some((term) => {
		const said = term.toLowerCase().replace(/^\+/, '');
		return said === 'all' || permitting.has(said.replace(/^redirect=/, 'include:'));
	});
	const last = terms.filter((term) => /^[-+?~]?all$|^redirect=/i.test(term));
	const others = terms.filter((term) => !last.includes(term));
	const [mine] = mechanismsOf(host);
	const value = ['v=spf1', ...(isPermitted ? [] : [mine]), ...others, last[0] ?? '~all'].join(' ');
	return { value, isPermitted };
}

/** The first is proposed. */
function mechanismsOf(host: string): string[] {
	const family = isIP(host);
	if (family !== 0) return [`ip${family}:${host}`];
	const provider = Object.keys(PROVIDERS).find((name) => host === name || host.endsWith(`.${name}`));
	return [...(provider ? (PROVIDERS[provider] ?? []) : []).map((name) => `include:${name}`), `a:${host}`];
}
