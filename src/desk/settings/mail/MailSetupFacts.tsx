import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { MailPart, MailSetup } from '#protocol/application/mailRoutes.ts';
import { languageTag } from '#protocol/base/locales.ts';
import { ProblemBox } from '../../common/ProblemBox.tsx';
import { settingsHref } from '../../common/route.ts';
import styles from './MailSetupFacts.module.css';

/** How mail is sent now, and what of it only the server's operator can change. */
export function MailSetupFacts({ setup }: { setup: MailSetup }) {
	const { i18n } = useLingui();
	const { transport, host, port, sender, dkim_domain, pause, from_environment, stored } = setup;
	const winning = from_environment.map((part) => SETTINGS[part]).join(', ');
	const seconds = new Intl.NumberFormat(languageTag(i18n.locale), {
		style: 'unit',
		unit: 'second',
		unitDisplay: 'long',
	});
	return (
		<>
			<MissingSettings setup={setup} />
			<dl className={styles.facts}>
				<Fact name={<Trans>Mail server</Trans>} setting="SMTP_URL">
					{transport === 'smtp' && (
						<bdi dir="ltr">
							{host}:{port}
						</bdi>
					)}
					{transport === 'files' && <Trans>Emails become files in the server’s data folder.</Trans>}
					{transport === 'none' && <Trans>Not set</Trans>}
				</Fact>
				<Fact name={<Trans context="email">Sender</Trans>} setting="MAIL_FROM">
					<bdi dir="ltr">{sender}</bdi>
				</Fact>
				<Fact name={<Trans>Signature (DKIM)</Trans>} setting="DKIM_DOMAIN">
					{dkim_domain === null ? <Trans>Not set</Trans> : <bdi dir="ltr">{dkim_domain}</bdi>}
				</Fact>
				<Fact name={<Trans>Pause before visitors who have left are emailed</Trans>} setting="MAIL_PAUSE">
					{seconds.format(pause)}
				</Fact>
			</dl>
			<p className={styles.note}>
				{!stored && (
					<Trans comment="A person with access to the machine, not the role of an administrator">
						Whoever runs the server changes these settings in the server’s environment variables, and restarts it.
					</Trans>
				)}
				{stored && winning !== '' && (
					<Trans comment="The names of settings, such as SMTP_URL">
						The server’s environment sets <code dir="ltr">{winning}</code>, which wins.
					</Trans>
				)}{' '}
				<Trans>
					Which emails visitors get is chosen with each <a href={settingsHref('websites')}>website</a>.
				</Trans>
			</p>
		</>
	);
}

/** The names of the parts in the environment. */
const SETTINGS: Record<MailPart, string> = {
	sender: 'MAIL_FROM',
	reply_to: 'MAIL_REPLY_TO',
	smtp: 'SMTP_URL',
	imap: 'IMAP_URL',
	dkim: 'DKIM_DOMAIN',
};

function Fact({ name, setting, children }: { name: ReactNode; setting: string; children: ReactNode }) {
	return (
		<div className={styles.fact}>
			<dt>
				{name}{' '}
				<code className={styles.setting} dir="ltr">
					{setting}
				</code>
			</dt>
			<dd>{children}</dd>
		</div>
	);
}

/** What does not work, and what to set. */
function MissingSettings({ setup: { transport, missing, stored } }: { setup: MailSetup }) {
	if (missing.length === 0) return null;
	// The others can be set below.
	const settings = missing.filter((setting) => !stored || setting === 'PUBLIC_URL').join(', ');
	return (
		<ProblemBox kind={transport === 'files' ? 'note' : 'problem'} isNews={false}>
			{transport === 'none' && (
				<p>
					<Trans>
						This server sends no email: visitors get no transcripts and, once they have left, no replies; agents get no
						notifications and no sign-in links by email.
					</Trans>
				</p>
			)}
			{transport === 'smtp' && missing.includes('PUBLIC_URL') && (
				<p>
					<Trans>
						Only transcripts are emailed: all other emails have links, for which the server’s address is missing.
					</Trans>
				</p>
			)}
			{transport === 'smtp' && missing.includes('MAIL_FROM') && (
				<p>
					<Trans>Other mail servers refuse this sender.</Trans>
				</p>
			)}
			{settings !== '' && (
				<p>
					<Trans>
						Whoever runs the server still has to set: <code dir="ltr">{settings}</code>
					</Trans>
				</p>
			)}
		</ProblemBox>
	);
}
