import { useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai/react';
import { useMemo, type ReactNode } from 'react';
import type { TeamContact } from '#protocol/application/contactRoutes.ts';
import { formatRecent, isoTime } from '../common/time.ts';
import { LabelDot } from '../conversations/LabelDot.tsx';
import { chosenColumnsAtom, contactAttributesAtom } from './chosenColumns.ts';
import styles from './Columns.module.css';

/** What the list shows of each contact beside the name. */
export interface Column {
	key: string;
	name: string;
	draw: (contact: TeamContact) => ReactNode;
}

/** Those that are chosen. */
export function useColumns(): readonly Column[] {
	const chosen = useAtomValue(chosenColumnsAtom);
	const all = useAllColumns();
	return useMemo(() => all.filter(({ key }) => chosen.includes(key)), [all, chosen]);
}

export function useAllColumns(): readonly Column[] {
	const { t, i18n } = useLingui();
	const attributes = useAtomValue(contactAttributesAtom);
	return useMemo(
		() => [
			{ key: 'email', name: t`Email`, draw: ({ email }) => email && <bdi title={email}>{email}</bdi> },
			{
				key: 'phone_number',
				name: t`Phone`,
				draw: ({ phone_number }) => phone_number && <span dir="ltr">{phone_number}</span>,
			},
			{
				key: 'company',
				name: t`Company`,
				draw: ({ additional_attributes: { company_name: company } }) =>
					typeof company === 'string' && <bdi title={company}>{company}</bdi>,
			},
			{
				key: 'identifier',
				name: t`Identifier`,
				draw: ({ identifier }) => identifier && <bdi title={identifier}>{identifier}</bdi>,
			},
			...attributes.map(({ attribute_key: key, attribute_display_name: name }) => ({
				// Told from those of the desk.
				key: `attribute:${key}`,
				name,
				draw: ({ custom_attributes: { [key]: value } }: TeamContact) =>
					value !== null &&
					value !== undefined && <bdi>{typeof value === 'string' ? value : JSON.stringify(value)}</bdi>,
			})),
			{
				key: 'labels',
				name: t`Labels`,
				draw: ({ labels }) =>
					labels.map((title) => (
						<span key={title} className={styles.label}>
							<LabelDot title={title} /> <bdi>{title}</bdi>
						</span>
					)),
			},
			{
				key: 'last_activity_at',
				name: t`Last active`,
				draw: ({ last_activity_at: at }) =>
					at !== undefined && <time dateTime={isoTime(at)}>{formatRecent(at, i18n.locale)}</time>,
			},
		],
		[t, i18n.locale, attributes],
	);
}
