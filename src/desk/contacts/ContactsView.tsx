/** The contacts of the team: their list, or one of them in its place. */
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect, useRef } from 'react';
import { contactIdAtom } from '../common/route.ts';
import { openColumns } from './chosenColumns.ts';
import { ContactList } from './ContactList.tsx';
import { openContacts } from './contactList.ts';
import { ContactPage } from './ContactPage.tsx';
import styles from './ContactsView.module.css';

export function ContactsView() {
	const id = useAtomValue(contactIdAtom);
	const openList = useSetAtom(openContacts);
	const place = useRef<HTMLElement>(null);
	const open = useSetAtom(openColumns);
	useEffect(() => {
		void open();
		void openList();
	}, [open, openList]);
	// What had the focus may go with the contact, as when they are deleted.
	useEffect(() => {
		const main = place.current;
		return () => {
			if (document.activeElement === document.body) main?.focus({ preventScroll: true });
		};
	}, [id]);
	return (
		<main ref={place} className={styles.contacts} tabIndex={-1} data-shows={id === undefined ? 'list' : 'contact'}>
			<ContactList />
			{id !== undefined && <ContactPage key={id} id={id} />}
		</main>
	);
}
