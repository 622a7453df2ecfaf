/** `npm run admin -- set-mail`, `show-mail` and `show-mail-records`. */
import * as v from 'valibot';
import { MailChange, MAIL_SECURITIES, type MailRecord, type MailSecurity } from '#protocol/application/mailRoutes.ts';
import { readExistingKeys } from '../../base/secretKey.ts';
import { SettingError } from '../../base/settings.ts';
import { changeMail } from '../../domain/receivers/changeMail.ts';
import { presentStoredMail } from '../../mail/mailSetup.ts';
import { createDns } from '../../mail/records/createDns.ts';
import { checkMailRecords } from '../../mail/records/mailRecords.ts';
import { listPartsOf, readCurrentMail, readMailEnvironment, SETTING_OF } from '../../mail/servers/currentMail.ts';
import { readSecret } from './readSecret.ts';
import { type Command, command, line } from './command.ts';

const text = v.optional(line);
const security = v.optional(v.picklist(MAIL_SECURITIES, `must be ${MAIL_SECURITIES.join(', ')}`));
const port = v.optional(v.pipe(v.string(), v.regex(/^\d{1,5}$/, 'must be a number'), v.transform(Number)));

const SERVER = (name: string, more = '') =>
	`[--${name}-host <name>|none [--${name}-port <number>] [--${name}-security ${MAIL_SECURITIES.join('|')}] [--${name}-user <name>]${more}]`;

interface GivenServer {
	host: string | undefined;
	port: number | undefined;
	security: MailSecurity | undefined;
	user: string | undefined;
	ports: Record<MailSecurity, number>;
}

/** Undefined where the command does not name it. */
function readServer({ host, port: own, security: chosen = 'tls', user, ports }: GivenServer) {
	if (host === undefined) return undefined;
	return host === 'none' ? null : { host, port: own ?? ports[chosen], security: chosen, user: user ?? null };
}

export const mailCommands: Record<string, Command> = {
	'set-mail': command({
		usage: `[--sender <address>|none] [--reply-to <address>|none] ${SERVER('smtp')} ${SERVER('imap', ' [--imap-folder <name>]')} [--dkim-selector <name>|none]   (asks for the password, or reads it from standard input)`,
		options: v.object({
			sender: text,
			'reply-to': text,
			'smtp-host': text,
			'smtp-port': port,
			'smtp-security': security,
			'smtp-user': text,
			'imap-host': text,
			'imap-port': port,
			'imap-security': security,
			'imap-user': text,
			'imap-folder': text,
			'dkim-selector': text,
		}),
		async run(store, options, _origin, settings) {
			const smtp = readServer({
				host: options['smtp-host'],
				port: options['smtp-port'],
				security: options['smtp-security'],
				user: options['smtp-user'],
				ports: { tls: 465, starttls: 587, none: 25 },
			});
			const imap = readServer({
				host: options['imap-host'],
				port: options['imap-port'],
				security: options['imap-security'],
				user: options['imap-user'],
				ports: { tls: 993, starttls: 143, none: 143 },
			});
			if (smtp?.user && imap?.user)
				throw new SettingError('One password is asked for: set SMTP and IMAP one after the other');
			const password = smtp?.user || imap?.user ? await readSecret('Password at the mail server: ') : '';
			const asked = {
				...(options.sender !== undefined && { sender: orNull(options.sender) }),
				...(options['reply-to'] !== undefined && { reply_to: orNull(options['reply-to']) }),
				...(smtp !== undefined && { smtp: smtp && { ...smtp, password } }),
				...(imap !== undefined && {
					imap: imap && { ...imap, password, ...(options['imap-folder'] && { folder: options['imap-folder'] }) },
				}),
				...(options['dkim-selector'] !== undefined && {
					dkim: options['dkim-selector'] === 'none' ? null : { selector: options['dkim-selector'] },
				}),
			};
			const change = v.safeParse(MailChange, asked);
			if (!change.success) {
				const [issue] = change.issues;
				throw new SettingError(`--${(v.getDotPath(issue) ?? '').replaceAll(/[._]/g, '-')} ${issue.message}`);
			}
			const how = { environment: readMailEnvironment(settings), secretKeys: readExistingKeys(settings) };
			await changeMail(store, change.output, how);
			return 'The mail settings are changed; the running servers follow. npm run admin -- doctor says whether they work.';
		},
	}),

	'show-mail': command({
		usage: '',
		options: v.object({}),
		async run(store, _options, _origin, settings) {
			const won = listPartsOf(readMailEnvironment(settings));
			return Object.entries(presentStoredMail(await store.mailSettings.find()))
				.map(([part, value]) => {
					const wins = won.find((each) => each === part);
					const says = typeof value === 'string' ? value : JSON.stringify(value);
					return `${part}: ${value === null ? 'not set' : says}${wins ? ` (${SETTING_OF[wins]} wins)` : ''}`;
				})
				.join('\n');
		},
	}),

	'show-mail-records': command({
		usage: '',
		options: v.object({}),
		async run(store, _options, _origin, settings) {
			const keys = readExistingKeys(settings);
			const mail = readCurrentMail(readMailEnvironment(settings), await store.mailSettings.find(), keys);
			const records = await checkMailRecords(createDns(), mail, {
				bouncesTo: settings.MAIL_BOUNCES_TO,
				publicUrl: settings.PUBLIC_URL ?? '',
			});
			if (records.length === 0) return 'No sender is set: set-mail --sender, or MAIL_FROM';
			return records.map(describeRecord).join('\n\n');
		},
	}),
};

function describeRecord({ kind, name, type, value, state, found, reason }: MailRecord): string {
	const states: Record<MailRecord['state'], string> = {
		found: 'found',
		missing: 'missing',
		different: `different: ${found.join(' | ')}`,
		unknown: `DNS does not answer (${reason})`,
	};
	return `${kind.toUpperCase()} ${states[state]}\n${name} ${type} "${value}"`;
}

function orNull(value: string): string | null {
	return value === 'none' ? null : value;
}
