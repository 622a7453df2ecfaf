import { Trans, useLingui } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { useId, type ReactNode } from 'react';
import type { MailRecord, MailSetup } from '#protocol/application/mailRoutes.ts';
import { OutlinedButton } from '../../common/OutlinedButton.tsx';
import { WaitingNote } from '../../common/WaitingNote.tsx';
import { CopyableCode } from '../parts/CopyableCode.tsx';
import { SettingsPart } from '../parts/SettingsPage.tsx';
import { useFresh } from '../../common/useFresh.ts';
import { loadMailRecords } from './mail.ts';
import styles from './MailRecordsPart.module.css';

/** What the DNS of the sender's domain should have, to copy, and whether it does. */
export function MailRecordsPart({ setup }: { setup: MailSetup }) {
	// A change of the sender changes the records.
	const { value: records, isFresh, ...progress } = useFresh(useSetAtom(loadMailRecords), setup);
	return (
		<SettingsPart
			title={<Trans>DNS records</Trans>}
			lead={
				<Trans>
					So that emails arrive, the DNS of the sender’s domain has to say that they are yours. Enter these records
					where you manage the domain.
				</Trans>
			}
			action={
				records && (
					<OutlinedButton isBusy={!isFresh && !progress.hasFailed} onPress={progress.retry}>
						<Trans>Check again</Trans>
					</OutlinedButton>
				)
			}
		>
			{(!records || progress.hasFailed) && <WaitingNote {...progress} />}
			{records && (
				<ul className={styles.records}>
					{records.map((record) => (
						<RecordItem key={record.kind} record={record} />
					))}
				</ul>
			)}
		</SettingsPart>
	);
}

function RecordItem({ record: { kind, name, type, value, state, found, reason } }: { record: MailRecord }) {
	const { t } = useLingui();
	const [titleId, nameId, valueId] = [useId(), useId(), useId()];
	const purposes: Record<MailRecord['kind'], string> = {
		spf: t`Says which servers send email for the domain.`,
		dkim: t`Has the key by which receivers recognize that emails are yours.`,
		dmarc: t`Says what receivers do with emails that seem to be yours and are not.`,
	};
	const states: Record<MailRecord['state'], ReactNode> = {
		found: <Trans context="DNS record">Found</Trans>,
		missing: <Trans context="DNS record">Missing</Trans>,
		different: <Trans context="DNS record">Different</Trans>,
		unknown: <Trans context="DNS record">Not checked</Trans>,
	};
	return (
		<li className={styles.record}>
			<div className={styles.head}>
				<h4 id={titleId}>{kind.toUpperCase()}</h4>
				<span className={styles.state} data-state={state} role="status">
					{states[state]}
				</span>
			</div>
			<p className={styles.purpose}>{purposes[kind]}</p>
			{state === 'unknown' && (
				<p>
					<Trans>The DNS of this domain does not answer. Try again later.</Trans> <code dir="ltr">{reason}</code>
				</p>
			)}
			{state === 'different' && (
				<div>
					<p>
						<Trans>The DNS has something else. Change that record instead of adding another one:</Trans>
					</p>
					{found.map((each) => (
						<p key={each} className={styles.found} dir="ltr">
							<code>{each}</code>
						</p>
					))}
				</div>
			)}
			<dl className={styles.facts}>
				<dt>
					<Trans>Type</Trans>
				</dt>
				<dd>
					<code>{type}</code>
				</dd>
				<dt id={nameId}>
					<Trans>Name</Trans>
				</dt>
				<dd>
					<CopyableCode code={name} describedBy={`${titleId} ${nameId}`} />
				</dd>
				<dt id={valueId}>
					<Trans>Value</Trans>
				</dt>
				<dd>
					<CopyableCode code={value} describedBy={`${titleId} ${valueId}`} />
				</dd>
			</dl>
		</li>
	);
}
