/** The keys of the desk, and the dialogs in which an agent finds them. */
import { Trans } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect } from 'react';
import { loadChunk } from '#client/chunk.ts';
import { createLazy } from '#ui/createLazy.tsx';
import { deskDialogAtom, openDeskDialog } from '../common/openDialog.ts';
import { attempt, commandNoticeAtom, connectShortcuts } from './shortcuts.ts';
import styles from './Commands.module.css';

const CommandDialog = createLazy(
	async () => (await loadChunk(() => import('./CommandDialog.tsx'))).CommandDialog,
	() => null,
);
const SearchDialog = createLazy(
	async () => (await loadChunk(() => import('../search/SearchDialog.tsx'))).SearchDialog,
	() => null,
);
const ShortcutsDialog = createLazy(
	async () => (await loadChunk(() => import('./ShortcutsDialog.tsx'))).ShortcutsDialog,
	() => null,
);

export function Commands() {
	const dialog = useAtomValue(deskDialogAtom);
	const open = useSetAtom(openDeskDialog);
	const notice = useAtomValue(commandNoticeAtom);
	const tryTo = useSetAtom(attempt);
	const connect = useSetAtom(connectShortcuts);
	useEffect(() => connect(), [connect]);
	const close = () => open(undefined);
	return (
		<>
			{notice && (
				<p className={styles.notice} role="alert" data-kind={notice}>
					{notice === 'failed' ? (
						<Trans>That did not work. Try again.</Trans>
					) : (
						<Trans>This contact has no conversations.</Trans>
					)}
				</p>
			)}
			{dialog === 'commands' && <CommandDialog onClose={close} />}
			{dialog === 'search' && <SearchDialog onOpen={(show) => void tryTo(show)} onClose={close} />}
			{dialog === 'shortcuts' && <ShortcutsDialog onClose={close} />}
		</>
	);
}
