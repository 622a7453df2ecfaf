/** The keys of the desk, and the dialogs in which an agent finds them. */
import { Trans } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect } from 'react';
import { BANNER_DURATION } from '#protocol/base/limits.ts';
import { createLazy } from '#ui/createLazy.tsx';
import { attempt, attemptNoticeAtom, endNotice } from '../common/attempt.ts';
import { LoadingDialog } from '../form/LoadingDialog.tsx';
import { loadLate } from '../common/loadLate.ts';
import { QuestionDialog } from '../common/QuestionDialog.tsx';
import { TextButton } from '../common/TextButton.tsx';
import { deskDialogAtom, openDeskDialog } from '../common/openDialog.ts';
import { connectSelection } from './loadMany.ts';
import { answerQuestion, connectShortcuts, questionAtom } from './shortcuts.ts';
import styles from './Commands.module.css';

const NotificationListDialog = createLazy(
	async () => (await loadLate(() => import('../bell/NotificationListDialog.tsx'))).NotificationListDialog,
	LoadingDialog,
);
const CommandDialog = createLazy(
	async () => (await loadLate(() => import('./CommandDialog.tsx'))).CommandDialog,
	LoadingDialog,
);
const SearchDialog = createLazy(
	async () => (await loadLate(() => import('../search/SearchDialog.tsx'))).SearchDialog,
	LoadingDialog,
);
const ShortcutsDialog = createLazy(
	async () => (await loadLate(() => import('./ShortcutsDialog.tsx'))).ShortcutsDialog,
	LoadingDialog,
);

const NotificationsDialog = createLazy(
	async () => (await loadLate(() => import('../notifications/NotificationsDialog.tsx'))).NotificationsDialog,
	LoadingDialog,
);
const ViewsDialog = createLazy(
	async () => (await loadLate(() => import('../filters/ViewsDialog.tsx'))).ViewsDialog,
	LoadingDialog,
);
const PasswordDialog = createLazy(
	async () => (await loadLate(() => import('../session/views/PasswordDialog.tsx'))).PasswordDialog,
	LoadingDialog,
);

/** How long a change can be undone, in milliseconds. */
const UNDO_DURATION = 5_000;

export function Commands() {
	const dialog = useAtomValue(deskDialogAtom);
	const open = useSetAtom(openDeskDialog);
	const notice = useAtomValue(attemptNoticeAtom);
	const tryTo = useSetAtom(attempt);
	const question = useAtomValue(questionAtom);
	const answer = useSetAtom(answerQuestion);
	const connect = useSetAtom(connectShortcuts);
	const awaitSelection = useSetAtom(connectSelection);
	const end = useSetAtom(endNotice);
	useEffect(() => connect(), [connect]);
	useEffect(() => awaitSelection(), [awaitSelection]);
	useEffect(() => {
		if (!notice) return;
		const timer = setTimeout(end, notice.kind === 'done' ? UNDO_DURATION : BANNER_DURATION);
		return () => clearTimeout(timer);
	}, [notice, end]);
	const { name = '', undo } = notice ?? {};
	const close = () => open(undefined);
	return (
		<>
			{notice && (
				<p className={styles.notice} role={notice.kind === 'done' ? 'status' : 'alert'} data-kind={notice.kind}>
					{notice.kind === 'failed' && <Trans>That did not work. Try again.</Trans>}
					{notice.kind === 'empty' && <Trans>This contact has no conversations.</Trans>}
					{undo && (
						<>
							<span>
								<Trans>Done: {name}</Trans>
							</span>
							<TextButton onPress={() => void tryTo(undo)}>
								<Trans>Undo</Trans>
							</TextButton>
						</>
					)}
				</p>
			)}
			{question && (
				<QuestionDialog
					title={question.name}
					yes={question.name}
					onYes={() => answer(true)}
					no={<Trans>Cancel</Trans>}
					onNo={() => answer(false)}
				/>
			)}
			{dialog === 'bell' && <NotificationListDialog onClose={close} />}
			{dialog === 'commands' && <CommandDialog onClose={close} />}
			{dialog === 'search' && <SearchDialog onOpen={(show) => void tryTo(show)} onClose={close} />}
			{dialog === 'shortcuts' && <ShortcutsDialog onClose={close} />}
			{dialog === 'notifications' && <NotificationsDialog onClose={close} />}
			{dialog === 'views' && <ViewsDialog onClose={close} />}
			{dialog === 'password' && <PasswordDialog onClose={close} />}
		</>
	);
}
