/** The parts above the text field: the quoted message, the selected files, and the drop zone. */
import { useAtomValue } from 'jotai/react';
import { loadChunk } from '#client/chunk.ts';
import { createLazy } from '#ui/createLazy.tsx';
import { DropZone } from '../../features/attachments/DropZone.tsx';
import { canAttachAtom, hasSelectedFilesAtom, rejectedFilesAtom } from '../../features/attachments/selectedFiles.ts';
import { shownMessagesAtom } from '../../features/messages/messages.ts';

const LazyQuoteBar = createLazy(
	async () => (await loadChunk(() => import('../../features/replies/QuoteBar.tsx'))).QuoteBar,
	() => null,
);
const LazyTray = createLazy(
	async () => (await loadChunk(() => import('../../features/attachments/SelectedFileTray.tsx'))).SelectedFileTray,
);

interface Props {
	/** The visitor has changed one of them, so the focus returns to the text field. */
	onChange: () => void;
}

export function ComposerExtras({ onChange }: Props) {
	const hasMessages = useAtomValue(shownMessagesAtom).length > 0;
	const canAttach = useAtomValue(canAttachAtom);
	const hasPicks = useAtomValue(hasSelectedFilesAtom);
	const hasRefusals = useAtomValue(rejectedFilesAtom).length > 0;
	return (
		<>
			{hasMessages && <LazyQuoteBar onChange={onChange} />}
			{canAttach && (hasPicks || hasRefusals) && <LazyTray onChange={onChange} />}
			{canAttach && <DropZone onPicked={onChange} />}
		</>
	);
}
