import { Trans } from '@lingui/react/macro';
import { memo } from 'react';
import type { TeamContact } from '#protocol/application/contactRoutes.ts';
import { contactHref } from '../common/route.ts';
import { VisuallyHidden } from '../common/VisuallyHidden.tsx';
import { useIsVisitorOnline } from '../visitor/useIsVisitorOnline.ts';
import { VisitorAvatar } from '../visitor/VisitorAvatar.tsx';
import type { Column } from './useColumns.tsx';
import styles from './ContactRows.module.css';

interface Props {
	contact: TeamContact;
	/** Those after the name. */
	columns: readonly Column[];
	/** Its place in the list, from 0. */
	index: number;
	/** CSS pixels from the list's beginning. */
	insetBlockStart: number;
}

/** It is drawn again when something of it changes, and not with each step of scrolling. */
export const ContactRow = memo(function ContactRow({ contact, columns, index, insetBlockStart }: Props) {
	const { id, name, blocked } = contact;
	const isOnline = useIsVisitorOnline(id);
	return (
		// The heads are the first row.
		<div role="row" data-row aria-rowindex={index + 2} className={styles.row} style={{ insetBlockStart }}>
			<span role="cell" className={styles.name}>
				<VisitorAvatar visitor={contact} isOnline={isOnline} />
				<a href={contactHref(id)} data-blocked={blocked || undefined}>
					<bdi>{name}</bdi>
				</a>
				{isOnline && (
					<VisuallyHidden>
						<Trans>Online</Trans>
					</VisuallyHidden>
				)}
				{blocked && (
					<VisuallyHidden>
						<Trans>Visitor blocked</Trans>
					</VisuallyHidden>
				)}
			</span>
			{columns.map(({ key, draw }) => (
				<span key={key} role="cell" data-column={key}>
					{draw(contact)}
				</span>
			))}
		</div>
	);
});
