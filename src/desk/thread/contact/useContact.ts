import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect, useState } from 'react';
import type { Visitor } from '../../conversations/conversation.ts';
import { contactRevisionAtom, loadContact, type KnownContact } from './contacts.ts';

/**
 * Loads a visitor's contact when it is first drawn, and after it was merged or events told other
 * facts of the visitor.
 */
export function useContact(visitor: Visitor) {
	const { id, identifier, email, phone_number, custom_attributes, additional_attributes } = visitor;
	const facts = JSON.stringify([identifier, email, phone_number, custom_attributes, additional_attributes]);
	const [known, setKnown] = useState<KnownContact>();
	const [attempt, setAttempt] = useState(1);
	const [failedAttempt, setFailedAttempt] = useState(0);
	const revision = useAtomValue(contactRevisionAtom);
	const load = useSetAtom(loadContact);
	useEffect(() => {
		let isGone = false;
		load(id).then(
			(loaded) => {
				if (isGone) return;
				setKnown(loaded);
				setFailedAttempt(0);
			},
			(error: unknown) => {
				console.debug('A contact could not be read', error);
				if (!isGone) setFailedAttempt(attempt);
			},
		);
		return () => {
			isGone = true;
		};
	}, [id, facts, attempt, revision, load]);
	return { known, hasFailed: failedAttempt === attempt, retry: () => setAttempt(attempt + 1) };
}
