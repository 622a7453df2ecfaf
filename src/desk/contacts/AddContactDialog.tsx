import { Trans } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { contactHref } from '../common/route.ts';
import { NewItem } from '../form/NewItem.tsx';
import { addContact } from '../thread/contact/contacts.ts';
import { ContactFormDialog } from '../thread/contact/EditContactDialog.tsx';
import { reloadContacts } from './contactList.ts';

const NOTHING = { name: '', email: '', phone_number: '', company: '' };

/** Adds a contact, who is shown then. */
export function AddContactDialog({ onClose }: { onClose: () => void }) {
	const add = useSetAtom(addContact);
	const reload = useSetAtom(reloadContacts);
	return (
		<ContactFormDialog
			title={<NewItem of={<Trans>Contacts</Trans>} />}
			facts={NOTHING}
			isListed
			save={async (facts) => {
				const id = await add(facts);
				void reload();
				location.hash = contactHref(id);
			}}
			onClose={onClose}
		/>
	);
}
