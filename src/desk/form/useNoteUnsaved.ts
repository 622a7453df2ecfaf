import { useSetAtom } from 'jotai/react';
import { useCallback, useId, useLayoutEffect } from 'react';
import { noteUnsaved } from '../common/leaving.ts';

/**
 * Has the desk, and the browser, ask before the page is left. Answers a function that says the same
 * at once.
 *
 * @param isUnsaved whether the form has something to lose, as it is drawn now
 */
export function useNoteUnsaved(isUnsaved: boolean): (isUnsaved: boolean) => void {
	const form = useId();
	const noteForm = useSetAtom(noteUnsaved);
	const note = useCallback((is: boolean) => noteForm(form, is), [form, noteForm]);
	// As soon as it is drawn, so that agents are not asked about what they see to be saved.
	useLayoutEffect(() => {
		if (!isUnsaved) return;
		const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
		note(true);
		addEventListener('beforeunload', ask);
		return () => {
			note(false);
			removeEventListener('beforeunload', ask);
		};
	}, [isUnsaved, note]);
	return note;
}
