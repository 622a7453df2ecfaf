/** Makes one contact of two: first the other one is found, then a question tells what follows. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { useState } from 'react';
import { FinderDialog } from '../../common/dialogs/FinderDialog.tsx';
import { useSearch } from '../../common/useSearch.ts';
import type { Visitor } from '../../conversations/conversation.ts';
import { ContactQuestion } from './ContactQuestion.tsx';
import { type ContactToMerge, mergeContact, searchContacts } from './contacts.ts';
import styles from './MergeDialog.module.css';

interface Props {
	visitor: Visitor;
	/** The one beside which the contact is shown. */
	conversationId: number | undefined;
	/** Called with the other one, which is no more. */
	onMerged: ((otherId: number) => void) | undefined;
	onClose: () => void;
}

export function MergeDialog({ visitor, conversationId, onMerged, onClose }: Props) {
	const { t } = useLingui();
	const [query, setQuery] = useState('');
	const [other, setOther] = useState<ContactToMerge>();
	const { found = [], isSearching, hasFailed } = useSearch(query, useSetAtom(searchContacts));
	const merge = useSetAtom(mergeContact);
	if (other) {
		const name = nameApart({ ...visitor, ...(conversationId !== undefined && { conversationId }) });
		const otherName = nameApart(other);
		return (
			<ContactQuestion
				title={<Trans>Merge contacts</Trans>}
				yes={<Trans>Merge contacts</Trans>}
				onYes={async () => {
					await merge(visitor.id, other.id);
					onMerged?.(other.id);
				}}
				onClose={onClose}
			>
				<Trans>
					“{name}” gets all conversations of “{otherName}”, and those of its details that “{name}” lacks. “{otherName}”
					is deleted.
				</Trans>
			</ContactQuestion>
		);
	}
	const options = found
		.filter(({ id }) => id !== visitor.id)
		.map((contact) => ({
			key: String(contact.id),
			content: (
				<>
					<bdi className={styles.name}>{contact.name}</bdi>
					<bdi className={styles.fact}>{factOf(contact)}</bdi>
				</>
			),
			choose: () => setOther(contact),
		}));
	return (
		<FinderDialog
			title={t`Merge contacts`}
			query={query}
			onQuery={setQuery}
			isSearching={isSearching}
			groups={[{ options }]}
			note={
				query.trim() !== '' &&
				!isSearching &&
				options.length === 0 &&
				(hasFailed ? <Trans>The search failed.</Trans> : <Trans>No results found</Trans>)
			}
			onClose={(hasChosen) => {
				if (!hasChosen) onClose();
			}}
		/>
	);
}

type Facts = Pick<ContactToMerge, 'name' | 'email' | 'phone_number' | 'conversationId'> & {
	identifier?: string | null;
};

/** Tells two contacts of the same name apart. */
function nameApart(facts: Facts): string {
	return [facts.name, factOf(facts)].filter(Boolean).join(' · ');
}

/**
 * What the desk shows of a contact besides the name: the number is that of the conversation, as at
 * its head.
 */
function factOf({ email, phone_number, identifier, conversationId }: Facts): string | undefined {
	return email ?? phone_number ?? identifier ?? (conversationId === undefined ? undefined : `#${conversationId}`);
}
