/**
 * The rows of the list, of which only those in sight are drawn: there may be 100,000. Each is a
 * link; arrow keys move between them.
 */
import { useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect, useMemo, type CSSProperties, type ReactNode } from 'react';
import { contactHref, contactIdAtom } from '../common/route.ts';
import { useRowFocus } from '../conversations/useRowFocus.ts';
import { rowsInSight, useRowsInSight } from '../conversations/useRowsInSight.ts';
import { contactListAtom, loadMoreContacts } from './contactList.ts';
import { ContactRow } from './ContactRow.tsx';
import { useColumns } from './useColumns.tsx';
import styles from './ContactRows.module.css';

/** The next page is read while so many rows are left below those in sight. */
const AHEAD = 60;

/** What stands after the last row. */
export function ContactRows({ children }: { children: ReactNode }) {
	const { t } = useLingui();
	const { contacts, count, next, state } = useAtomValue(contactListAtom);
	const loadMore = useSetAtom(loadMoreContacts);
	const columns = useColumns();
	const shownId = useAtomValue(contactIdAtom);
	const ids = useMemo(() => contacts.map(({ id }) => id), [contacts]);
	const { scroller, sight, rowHeight, followScroll } = useRowsInSight(ids, '[data-row]');
	const { list, focusedId, moveFocus, noteFocus } = useRowFocus<HTMLDivElement>(ids, shownId, contactHref);
	const isNearEnd = sight.end + AHEAD > ids.length;
	useEffect(() => {
		if (isNearEnd && state === 'idle' && next) void loadMore();
	}, [isNearEnd, state, next, loadMore]);
	return (
		<div ref={scroller} className={styles.scroller} tabIndex={-1} onScroll={followScroll}>
			<div
				role="table"
				className={styles.table}
				style={{ '--others': columns.length } as CSSProperties}
				aria-label={t`Contacts`}
				aria-rowcount={count === undefined ? -1 : count + 1}
				aria-busy={state === 'loading' && next === undefined}
			>
				<div role="rowgroup">
					<div role="row" aria-rowindex={1} className={styles.head}>
						<span role="columnheader">{t`Name`}</span>
						{columns.map(({ key, name }) => (
							<span key={key} role="columnheader">
								<bdi>{name}</bdi>
							</span>
						))}
					</div>
				</div>
				<div
					ref={list}
					role="rowgroup"
					className={styles.rows}
					style={{ blockSize: ids.length * rowHeight }}
					onKeyDown={moveFocus}
					onFocus={noteFocus}
				>
					{rowsInSight(sight, ids, [focusedId]).map((index) => {
						const contact = contacts[index];
						return (
							contact && (
								<ContactRow
									key={contact.id}
									contact={contact}
									columns={columns}
									index={index}
									insetBlockStart={index * rowHeight}
								/>
							)
						);
					})}
				</div>
			</div>
			{children}
		</div>
	);
}
