import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect, useState } from 'react';
import { contactRevisionAtom, loadContact, type KnownContact } from './contacts.ts';

/** Loads a contact when it is first drawn, and after it was merged. */
export function useContact(id: number) {
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
	}, [id, attempt, revision, load]);
	return { known, hasFailed: failedAttempt === attempt, retry: () => setAttempt(attempt + 1) };
}
