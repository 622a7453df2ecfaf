/** The canned responses whose short code the agent is typing, above the composer. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { MouseEvent } from 'react';
import { ListOption } from '../../common/dialogs/ListOption.tsx';
import { settingsHref } from '../../common/route.ts';
import { optionId, type CannedResponses } from './useCannedResponses.ts';
import styles from './CannedList.module.css';

export function CannedList({ state, found, isName, active, listId, choose }: CannedResponses) {
	const { t } = useLingui();
	if (state === 'closed') return null;
	// The field keeps the focus.
	const keepFocus = (event: MouseEvent): void => event.preventDefault();
	if (state === 'found') {
		return (
			<div
				id={listId}
				className={styles.list}
				role="listbox"
				aria-label={isName ? t`Team members` : t`Saved replies`}
				tabIndex={-1}
				onMouseDown={keepFocus}
			>
				{found.map((response, index) => (
					<ListOption
						key={`${response.id} ${response.content}`}
						id={optionId(listId, index)}
						isActive={index === active}
						onChoose={() => choose(response)}
					>
						<bdi className={styles.code}>
							{isName ? '@' : '/'}
							{response.short_code}
						</bdi>
						{!isName && <bdi className={styles.content}>{response.content}</bdi>}
					</ListOption>
				))}
			</div>
		);
	}
	return (
		<p className={`${styles.list} ${styles.note}`} role="status" onMouseDown={keepFocus}>
			{state === 'loading' && <Trans>Loading…</Trans>}
			{state === 'failed' && <Trans>This could not be loaded.</Trans>}
			{state === 'none' && (
				<>
					<Trans>No saved replies yet.</Trans>{' '}
					<a href={settingsHref('canned-responses')}>
						<Trans>Settings</Trans>
					</a>
				</>
			)}
		</p>
	);
}
