/** The canned responses whose short code the agent is typing, above the composer. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, type MouseEvent } from 'react';
import type { CannedResponse } from '#protocol/cannedResponseRoutes.ts';
import { settingsHref } from '../../common/route.ts';
import { optionId, type CannedResponses } from './useCannedResponses.ts';
import styles from './CannedList.module.css';

export function CannedList({ state, found, active, listId, choose }: CannedResponses) {
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
				aria-label={t`Canned responses`}
				tabIndex={-1}
				onMouseDown={keepFocus}
			>
				{found.map((response, index) => (
					<Option
						key={response.id}
						id={optionId(listId, index)}
						response={response}
						isActive={index === active}
						onChoose={() => choose(response)}
					/>
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
					<Trans>No canned responses yet.</Trans>{' '}
					<a href={settingsHref('canned-responses')}>
						<Trans>Settings</Trans>
					</a>
				</>
			)}
		</p>
	);
}

interface OptionProps {
	id: string;
	response: CannedResponse;
	isActive: boolean;
	onChoose: () => void;
}

function Option({ id, response: { short_code, content }, isActive, onChoose }: OptionProps) {
	const option = useRef<HTMLButtonElement>(null);
	useEffect(() => {
		if (isActive) option.current?.scrollIntoView({ block: 'nearest' });
	}, [isActive]);
	return (
		<button
			type="button"
			ref={option}
			id={id}
			className={styles.option}
			role="option"
			aria-selected={isActive}
			tabIndex={-1}
			onClick={onChoose}
		>
			<bdi className={styles.code}>/{short_code}</bdi>
			<bdi className={styles.content}>{content}</bdi>
		</button>
	);
}
