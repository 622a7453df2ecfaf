import { Trans } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { LIST_HREF } from '../../common/route.ts';
import type { Visitor } from '../../conversations/conversation.ts';
import { ContactQuestion } from './ContactQuestion.tsx';
import { deleteContact } from './contacts.ts';

/** Asks before a contact is deleted. Afterwards there is nothing left of the thread. */
export function DeleteContactDialog({ visitor: { id, name }, onClose }: { visitor: Visitor; onClose: () => void }) {
	const remove = useSetAtom(deleteContact);
	return (
		<ContactQuestion
			title={<Trans>Delete “{name}”?</Trans>}
			yes={<Trans>Delete</Trans>}
			onYes={async () => {
				await remove(id);
				location.hash = LIST_HREF;
			}}
			onClose={onClose}
		>
			<Trans>All conversations and files of this contact are deleted, too.</Trans>
		</ContactQuestion>
	);
}
