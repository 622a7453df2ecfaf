import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { AuditAction, AuditLogEntry } from '#protocol/application/auditLogRoutes.ts';
import { formatList } from '#protocol/base/formatList.ts';
import { formatMoment, isoTime } from '../../common/time.ts';
import styles from './AuditLogView.module.css';
import { useAuditWords } from './useAuditWords.ts';
import { useFieldNames } from './useFieldNames.ts';
import { useValueNames } from './useValueNames.ts';

export function AuditLogEntryItem({ entry }: { entry: AuditLogEntry }) {
	const { i18n } = useLingui();
	const { actions, types } = useAuditWords();
	const { action, auditable_type, auditable_id, auditable_name, audited_changes, created_at } = entry;
	const { remote_address } = entry;
	const name = auditable_name || (auditable_id === null ? '' : `#${auditable_id}`);
	const nameOf = useFieldNames();
	const isNamed = ([field, value]: [string, unknown]) => nameOf(auditable_type, field) !== undefined && isPlain(value);
	const changes = Object.entries(audited_changes).filter(([, value]) => action === 'update' || !isEmpty(value));
	const [named, others] = [changes.filter(isNamed), changes.filter((change) => !isNamed(change))];
	return (
		<li className={styles.entry}>
			<p className={styles.what}>
				{types[auditable_type]} {name && <bdi>{name}</bdi>} · {actions[action]}
			</p>
			<p className={styles.who}>
				<ActorName entry={entry} />
				{remote_address !== null && (
					<>
						{' '}
						· <bdi dir="ltr">{remote_address}</bdi>
					</>
				)}{' '}
				· <time dateTime={isoTime(created_at)}>{formatMoment(created_at, i18n.locale)}</time>
			</p>
			{named.length > 0 && (
				<dl className={styles.changes}>
					{named.map(([field, value]) => (
						<Change key={field} name={nameOf(auditable_type, field)} {...{ action, field, value }} />
					))}
				</dl>
			)}
			{others.length > 0 && (
				<details className={styles.others}>
					<summary>
						<Trans>Details</Trans>
					</summary>
					<dl className={styles.changes} dir="ltr">
						{others.map(([field, value]) => (
							<Change key={field} name={<code>{field}</code>} {...{ action, field, value }} />
						))}
					</dl>
				</details>
			)}
		</li>
	);
}

function ActorName({ entry: { user_type, username } }: { entry: AuditLogEntry }) {
	if (user_type === 'CommandLine') return <Trans>Command line</Trans>;
	return user_type === 'Contact' ? <Trans>Visitor</Trans> : <bdi>{username}</bdi>;
}

interface ChangeProps {
	name: ReactNode;
	action: AuditAction;
	field: string;
	value: unknown;
}

function Change({ name, action, field, value }: ChangeProps) {
	const textOf = useTextOf(field);
	return (
		<div>
			<dt>{name}</dt>
			<dd>
				{action === 'update' && Array.isArray(value) ? (
					<>
						<del dir="auto">{textOf(value[0])}</del> → <ins dir="auto">{textOf(value[1])}</ins>
					</>
				) : (
					<bdi>{textOf(value)}</bdi>
				)}
			</dd>
		</div>
	);
}

/** Whether the settings show it empty, which is not worth a line of what is new or gone. */
function isEmpty(value: unknown): boolean {
	return value === null || value === '' || value === false || (Array.isArray(value) && value.length === 0);
}

function isPlain(value: unknown): boolean {
	return value === null || typeof value !== 'object' || (Array.isArray(value) && value.every(isPlain));
}

function useTextOf(field: string): (value: unknown) => string {
	const { t, i18n } = useLingui();
	const nameValue = useValueNames(field);
	return (value) => {
		if (value === null || value === '') return '–';
		if (typeof value === 'boolean') return value ? t`Yes` : t`No`;
		if (Array.isArray(value) && isPlain(value))
			return (
				formatList(
					value.map((one) => nameValue(String(one))),
					i18n.locale,
				) || '–'
			);
		if (typeof value === 'number' && field.endsWith('_id')) return `#${value}`;
		// The log has the columns' milliseconds.
		if (typeof value === 'number' && field.endsWith('_at')) return formatMoment(value / 1_000, i18n.locale);
		return typeof value === 'string' ? nameValue(value) : JSON.stringify(value);
	};
}
