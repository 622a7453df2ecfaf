/** One contact: what is known, what was said, and what the agent can do. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { RequestError } from '#client/rest.ts';
import { Icon } from '#ui/Icon.tsx';
import { attempt, endNotice } from '../common/attempt.ts';
import { CONTACTS_HREF } from '../common/route.ts';
import { TextButton } from '../common/TextButton.tsx';
import { formatMoment } from '../common/time.ts';
import { WaitingNote } from '../common/WaitingNote.tsx';
import { LeaveDialog } from '../form/LeaveDialog.tsx';
import { useFresh } from '../common/useFresh.ts';
import { ContactActions } from '../thread/contact/ContactActions.tsx';
import { ContactDialogs } from '../thread/contact/ContactDialogs.tsx';
import { ContactFacts } from '../thread/contact/ContactFacts.tsx';
import { ContactHead } from '../thread/contact/ContactHead.tsx';
import { blockContact, contactRevisionAtom, loadContact, type KnownContact } from '../thread/contact/contacts.ts';
import { Fact } from '../thread/contact/Fact.tsx';
import type { ContactDialog } from '../thread/model/threadMenus.ts';
import { ContactConversations } from './ContactConversations.tsx';
import { dropContact, keepContact } from './contactList.ts';
import { ContactLabels } from './ContactLabels.tsx';
import { ContactNotes } from './ContactNotes.tsx';
import styles from './ContactPage.module.css';

export function ContactPage({ id }: { id: number }) {
	const { t } = useLingui();
	const read = useSetAtom(loadContact);
	const keep = useSetAtom(keepContact);
	const drop = useSetAtom(dropContact);
	const load = useCallback(
		() =>
			read(id).then(
				(known) => {
					keep(known.contact);
					return known;
				},
				(error: unknown) => {
					if (!(error instanceof RequestError) || error.status !== 404) throw error;
					drop(id);
					return null;
				},
			),
		[read, keep, drop, id],
	);
	const { value: known, ...progress } = useFresh(load, useAtomValue(contactRevisionAtom));
	return (
		<section className={styles.page}>
			<a className={styles.back} href={CONTACTS_HREF} aria-label={t`Contacts`}>
				<Icon name="back" isDirectional />
			</a>
			{known ? <Known known={known} /> : known === null ? <Gone /> : <WaitingNote {...progress} />}
		</section>
	);
}

/** Another person has deleted the contact. */
function Gone() {
	const place = useRef<HTMLParagraphElement>(null);
	const endFailure = useSetAtom(endNotice);
	useEffect(() => {
		// What failed for that reason needs no other words, and had the focus.
		endFailure();
		if (document.activeElement === document.body) place.current?.focus();
	}, [endFailure]);
	return (
		<p ref={place} role="alert" tabIndex={-1}>
			<Trans>This is no longer here.</Trans>
		</p>
	);
}

function Known({ known }: { known: KnownContact }) {
	const { i18n } = useLingui();
	const { contact } = known;
	const [dialog, setDialog] = useState<ContactDialog | 'begin-dialog'>();
	const tryTo = useSetAtom(attempt);
	const drop = useSetAtom(dropContact);
	const place = useRef<HTMLDivElement>(null);
	// The row that was pressed is hidden.
	useEffect(() => place.current?.querySelector('h2')?.focus(), []);
	const { last_activity_at: lastActive } = contact;
	return (
		<div ref={place} className={styles.columns}>
			<div className={styles.facts}>
				<div className={styles.person}>
					<ContactHead visitor={contact} known={contact} />
				</div>
				<dl className={styles.list}>
					<ContactFacts visitor={contact} known={known} onEdit={() => setDialog('edit-dialog')} />
					<Fact name={<Trans>Last active</Trans>}>
						{lastActive !== undefined && formatMoment(lastActive, i18n.locale)}
					</Fact>
					<Fact name={<Trans>Labels</Trans>}>
						<ContactLabels contact={contact} />
					</Fact>
				</dl>
				<ContactActions id={contact.id} onOpen={setDialog} perform={(act) => tryTo(act)}>
					<BlockButton {...contact} />
				</ContactActions>
			</div>
			<div className={styles.said}>
				<ContactNotes contactId={contact.id} />
				<ContactConversations
					{...known}
					isBeginning={dialog === 'begin-dialog'}
					onBegin={(isBeginning) => setDialog(isBeginning ? 'begin-dialog' : undefined)}
				/>
			</div>
			{/* The dialog asks by itself. */}
			{dialog === undefined && <LeaveDialog />}
			<ContactDialogs
				open={dialog}
				visitor={contact}
				onMerged={drop}
				onDeleted={() => {
					drop(contact.id);
					location.hash = CONTACTS_HREF;
				}}
				onClose={() => setDialog(undefined)}
			/>
		</div>
	);
}

function BlockButton({ id, blocked }: Pick<KnownContact['contact'], 'id' | 'blocked'>) {
	const { t } = useLingui();
	const block = useSetAtom(blockContact);
	const tryTo = useSetAtom(attempt);
	const name = blocked ? t`Unblock visitor` : t`Block visitor`;
	return (
		<TextButton onPress={() => void tryTo(() => block(id, !blocked), { name, undo: () => block(id, blocked) })}>
			{name}
		</TextButton>
	);
}
