import { Trans, useLingui } from '@lingui/react/macro';
import type { AuditLogEntry } from '#protocol/auditLogRoutes.ts';
import { formatMoment, isoTime } from '../../common/time.ts';
import styles from './AuditLogView.module.css';
import { useAuditWords } from './useAuditWords.ts';

export function AuditLogEntryItem({ entry }: { entry: AuditLogEntry }) {
	const { i18n } = useLingui();
	const { actions, types } = useAuditWords();
	const { action, auditable_type, auditable_id, auditable_name, audited_changes, created_at } = entry;
	const { user_type, username, remote_address } = entry;
	const name = auditable_name || (auditable_id === null ? '' : `#${auditable_id}`);
	const changes = Object.entries(audited_changes);
	return (
		<li className={styles.entry}>
			<p className={styles.what}>
				{types[auditable_type]} {name && <bdi>{name}</bdi>} · {actions[action]}
			</p>
			<p className={styles.who}>
				{user_type === 'CommandLine' ? <Trans>Command line</Trans> : <bdi>{username}</bdi>}
				{remote_address !== null && (
					<>
						{' '}
						· <bdi dir="ltr">{remote_address}</bdi>
					</>
				)}{' '}
				· <time dateTime={isoTime(created_at)}>{formatMoment(created_at, i18n.locale)}</time>
			</p>
			{changes.length > 0 && (
				<dl className={styles.changes} dir="ltr">
					{changes.map(([field, value]) => (
						<div key={field}>
							<dt>
								<code>{field}</code>
							</dt>
							<dd>
								{action === 'update' && Array.isArray(value) ? (
									<>
										<del>{textOf(value[0])}</del> → <ins>{textOf(value[1])}</ins>
									</>
								) : (
									textOf(value)
								)}
							</dd>
						</div>
					))}
				</dl>
			)}
		</li>
	);
}

function textOf(value: unknown): string {
	if (value === null || value === '') return '–';
	if (Array.isArray(value) && value.every((part) => typeof part !== 'object')) return value.join(', ') || '–';
	return typeof value === 'string' ? value : JSON.stringify(value);
}
