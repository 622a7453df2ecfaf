/** Whose conversation it is, and what an agent does with it. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect, useRef, type ReactNode } from 'react';
import { formatList } from '#protocol/base/formatList.ts';
import { createLazy } from '#ui/createLazy.tsx';
import { loadLate } from '../../common/loadLate.ts';
import { LIST_HREF } from '../../common/route.ts';
import { formatMoment } from '../../common/time.ts';
import { setStatus } from '../../conversations/changes.ts';
import type { Conversation } from '../../conversations/conversation.ts';
import { LoadingDialog } from '../../form/LoadingDialog.tsx';
import { useIsVisitorOnline } from '../../visitor/useIsVisitorOnline.ts';
import { ContactDialogs } from '../contact/ContactDialogs.tsx';
import { HeaderFailure } from './HeaderFailure.tsx';
import { StatusButton } from './StatusButton.tsx';
import { failedChangeAtom, openMenu, openMenuAtom, perform } from '../model/threadMenus.ts';
import { ThreadTools } from './ThreadTools.tsx';
import { viewersOfAtom } from '../model/viewers.ts';
import styles from './ThreadHeader.module.css';

const LabelDialog = createLazy(
	async () => (await loadLate(() => import('./LabelDialog.tsx'))).LabelDialog,
	LoadingDialog,
);
const SnoozeDialog = createLazy(
	async () => (await loadLate(() => import('./SnoozeDialog.tsx'))).SnoozeDialog,
	LoadingDialog,
);

interface Props {
	conversation: Conversation;
	/** Whether the header takes the focus when it is first drawn. */
	takesFocus: boolean;
	/** The button that folds the details. */
	children: ReactNode;
}

export function ThreadHeader({ conversation, takesFocus, children }: Props) {
	const { id, visitor } = conversation;
	const { name } = visitor;
	const { t } = useLingui();
	const hasFailed = useAtomValue(failedChangeAtom) === id;
	const menu = useAtomValue(openMenuAtom);
	const open = useSetAtom(openMenu);
	const make = useSetAtom(perform);
	const snooze = useSetAtom(setStatus);
	const title = useRef<HTMLHeadingElement>(null);

	useEffect(() => {
		if (takesFocus) title.current?.focus();
	}, [takesFocus]);
	// A menu of one conversation is not open in the next one.
	useEffect(() => () => open(undefined), [open]);

	return (
		<header className={styles.header}>
			<a className={styles.back} href={LIST_HREF} aria-label={t`Back to the conversations`}>
				<svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
					<path d="M15 5l-7 7 7 7" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
				</svg>
			</a>
			<div className={styles.title}>
				<h2 ref={title} tabIndex={-1} title={name}>
					<bdi>{name}</bdi>
				</h2>
				<State conversation={conversation} />
				<Viewers id={id} />
			</div>
			<div className={styles.actions}>
				<ThreadTools conversation={conversation} />
				<StatusButton conversation={conversation} />
				{children}
			</div>
			{hasFailed && <HeaderFailure />}
			{menu === 'snooze-dialog' && (
				<SnoozeDialog
					onChoose={(until) => void make(id, () => snooze(id, 'snoozed', until))}
					onClose={() => open(undefined)}
				/>
			)}
			<ContactDialogs
				open={menu}
				visitor={visitor}
				conversationId={id}
				onDeleted={() => (location.hash = LIST_HREF)}
				onClose={() => open(undefined)}
			/>
			{menu === 'label-dialog' && <LabelDialog id={id} onClose={() => open(undefined)} />}
		</header>
	);
}

/** The other agents who have it open: they may be about to answer, too. */
function Viewers({ id }: { id: number }) {
	const { i18n } = useLingui();
	const viewers = useAtomValue(viewersOfAtom)(id).map(({ available_name }) => available_name);
	const names = formatList(viewers, i18n.locale);
	return <p role="status">{names !== '' && <Trans>Also viewing: {names}</Trans>}</p>;
}

/**
 * Its number, whether the visitor is there, and what keeps the conversation from being an ordinary
 * open one.
 */
function State({ conversation: { id, visitor, status, snoozedUntil } }: { conversation: Conversation }) {
	const { i18n } = useLingui();
	const isOnline = useIsVisitorOnline(visitor.id);
	const moment = snoozedUntil === undefined ? '' : formatMoment(snoozedUntil, i18n.locale);
	return (
		<p>
			#{id} · {isOnline ? <Trans>Online</Trans> : <Trans>Offline</Trans>}
			{status === 'snoozed' && moment !== '' && (
				<>
					{' '}
					· <Trans>Snoozed until {moment}</Trans>
				</>
			)}
			{visitor.blocked && (
				<>
					{' '}
					· <Trans>Visitor blocked</Trans>
				</>
			)}
		</p>
	);
}
