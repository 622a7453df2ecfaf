/** The dialogs in which an agent changes a contact. Each is loaded when it is first opened. */
import { createLazy } from '#ui/createLazy.tsx';
import { LoadingDialog } from '../../form/LoadingDialog.tsx';
import { loadLate } from '../../common/loadLate.ts';
import type { Visitor } from '../../conversations/conversation.ts';

const EditContactDialog = createLazy(
	async () => (await loadLate(() => import('./EditContactDialog.tsx'))).EditContactDialog,
	LoadingDialog,
);
const MergeDialog = createLazy(
	async () => (await loadLate(() => import('./MergeDialog.tsx'))).MergeDialog,
	LoadingDialog,
);
const DeleteContactDialog = createLazy(
	async () => (await loadLate(() => import('./DeleteContactDialog.tsx'))).DeleteContactDialog,
	LoadingDialog,
);
const RevokeDialog = createLazy(
	async () => (await loadLate(() => import('./RevokeDialog.tsx'))).RevokeDialog,
	LoadingDialog,
);

interface Props {
	/** Which one is open; of others, none. */
	open: string | undefined;
	visitor: Visitor;
	/** The conversation beside which the contact is shown. */
	conversationId?: number;
	/** Another contact has become one with this one. */
	onMerged?: (otherId: number) => void;
	onDeleted: () => void;
	onClose: () => void;
}

export function ContactDialogs({ open, visitor, conversationId, onMerged, onDeleted, onClose }: Props) {
	const shared = { visitor, onClose };
	switch (open) {
		case 'edit-dialog':
			return <EditContactDialog {...shared} />;
		case 'merge-dialog':
			return <MergeDialog {...shared} conversationId={conversationId} onMerged={onMerged} />;
		case 'revoke-dialog':
			return <RevokeDialog {...shared} />;
		case 'delete-dialog':
			return <DeleteContactDialog {...shared} onDeleted={onDeleted} />;
		default:
			return null;
	}
}
