/** Makes one contact of two: first the other one is found, then a question tells what follows. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { useState } from 'react';
import type { FoundContact } from '#protocol/searchRoutes.ts';
import { FinderDialog } from '../../common/FinderDialog.tsx';
import { useSearch } from '../../common/useSearch.ts';
import type { Visitor } from '../../conversations/conversation.ts';
import { ContactQuestion } from './ContactQuestion.tsx';
import { mergeContact, searchContacts } from './contacts.ts';
import styles from './MergeDialog.module.css';

interface Props {
	visitor: Visitor;
	onClose: () => void;
}

export function MergeDialog({ visitor, onClose }: Props) {
	const { t } = useLingui();
	const [query, setQuery] = useState('');
	const [other, setOther] = useState<FoundContact>();
	const { found = [], isSearching, hasFailed } = useSearch(query, useSetAtom(searchContacts));
	const merge = useSetAtom(mergeContact);
	if (other) {
		const name = nameApart(visitor);
		const otherName = nameApart(other);
		return (
			<ContactQuestion
				title={<Trans>Merge contacts</Trans>}
				yes={<Trans>Merge contacts</Trans>}
				onYes={() => merge(visitor.id, other.id)}
				onClose={onClose}
			>
				<Trans>
					“{name}” gets all conversations of “{otherName}”, and what is not known of “{name}” yet. “{otherName}” is
					deleted.
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
					<bdi className={styles.fact}>
						{contact.email ?? contact.phone_number ?? contact.identifier ?? `#${contact.id}`}
					</bdi>
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

/** Tells two contacts of the same name apart. */
function nameApart({ id, name, email, phone_number }: Pick<Visitor, 'id' | 'name' | 'email' | 'phone_number'>): string {
	return `${name} · ${email ?? phone_number ?? `#${id}`}`;
}
