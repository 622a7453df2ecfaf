/** What the team has noted about a contact, and a field for more. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ContactNote } from '#protocol/application/contacts/contactNoteRoutes.ts';
import { attempt } from '../common/attempt.ts';
import { OutlinedButton } from '../common/OutlinedButton.tsx';
import { TextButton } from '../common/TextButton.tsx';
import { formatMoment, isoTime } from '../common/time.ts';
import { WaitingNote } from '../common/WaitingNote.tsx';
import { useNoteUnsaved } from '../form/useNoteUnsaved.ts';
import { useFresh } from '../common/useFresh.ts';
import { addNote, changeNote, deleteNote, loadNotes } from './contactNotes.ts';
import styles from './ContactNotes.module.css';

/** Characters that the server takes. */
const NOTE_MAX = 20_000;

export function ContactNotes({ contactId }: { contactId: number }) {
	const { t } = useLingui();
	const read = useSetAtom(loadNotes);
	const load = useCallback(() => read(contactId), [read, contactId]);
	const { value: notes, update, ...progress } = useFresh(load);
	const add = useSetAtom(addNote);
	const change = useSetAtom(changeNote);
	const remove = useSetAtom(deleteNote);
	const tryTo = useSetAtom(attempt);
	if (!notes)
		return (
			<section className={styles.notes}>
				<WaitingNote {...progress} />
			</section>
		);
	return (
		<section className={styles.notes} tabIndex={-1}>
			<h3>
				<Trans>Notes</Trans>
			</h3>
			<NoteForm
				label={t`Write a note that only the team sees`}
				action={t`Add note`}
				save={async (content) => {
					const added = await add(contactId, content);
					update((known) => [added, ...known]);
				}}
			/>
			<ul>
				{notes.map((note) => (
					<Note
						key={note.id}
						note={note}
						change={async (content) => {
							const changed = await change(note, content);
							update((known) => known.map((one) => (one.id === note.id ? changed : one)));
						}}
						remove={() =>
							tryTo(async () => {
								await remove(note);
								update((known) => known.filter(({ id }) => id !== note.id));
							})
						}
					/>
				))}
			</ul>
		</section>
	);
}

interface NoteProps {
	note: ContactNote;
	change: (content: string) => Promise<void>;
	/** Never rejects. */
	remove: () => Promise<void>;
}

function Note({ note: { content, user, updated_at }, change, remove }: NoteProps) {
	const { t, i18n } = useLingui();
	const [state, setState] = useState<'shown' | 'edited' | 'asking'>('shown');
	const place = useRef<HTMLLIElement>(null);
	// The button that deleted it had the focus.
	useEffect(() => {
		const notes = place.current?.closest('section');
		return () => {
			if (document.activeElement === document.body) notes?.focus({ preventScroll: true });
		};
	}, []);
	const show = (): void => {
		setState('shown');
		// The field has gone, or the answers.
		place.current?.focus();
	};
	return (
		<li ref={place} className={styles.note} tabIndex={-1}>
			<p className={styles.head}>
				<bdi>{user.available_name}</bdi>
				<time dateTime={isoTime(updated_at)}>{formatMoment(updated_at, i18n.locale)}</time>
			</p>
			{state === 'edited' ? (
				<NoteForm label={t`Notes`} content={content} action={t`Save`} save={change} onSaved={show} onCancel={show} />
			) : (
				<>
					<p className={styles.content} dir="auto">
						{content}
					</p>
					<p className={styles.actions}>
						{state === 'asking' ? (
							<>
								<TextButton isDangerous onPress={() => void remove()}>
									<Trans>Delete</Trans>
								</TextButton>
								<TextButton onPress={show}>
									<Trans>Cancel</Trans>
								</TextButton>
							</>
						) : (
							<>
								<TextButton onPress={() => setState('edited')}>
									<Trans>Change</Trans>
								</TextButton>
								<TextButton onPress={() => setState('asking')}>
									<Trans>Delete</Trans>
								</TextButton>
							</>
						)}
					</p>
				</>
			)}
		</li>
	);
}

interface FormProps {
	/** What the field is called. */
	label: string;
	/** What it begins with. */
	content?: string;
	action: string;
	/** Rejects with a RequestError; what was typed then stays. */
	save: (content: string) => Promise<void>;
	onSaved?: () => void;
	onCancel?: () => void;
}

function NoteForm({ label, content = '', action, save, onSaved, onCancel }: FormProps) {
	const [text, setText] = useState(content);
	const [state, setState] = useState<'writing' | 'busy' | 'failed'>('writing');
	const field = useRef<HTMLTextAreaElement>(null);
	useNoteUnsaved(text !== content);
	const submit = async (): Promise<void> => {
		if (state === 'busy' || text.trim() === '') return;
		setState('busy');
		try {
			await save(text.trim());
			setState('writing');
			// What was typed meanwhile stays.
			if (field.current?.value !== text) return;
			setText(content);
			onSaved?.();
		} catch {
			setState('failed');
		}
	};
	return (
		<form
			className={styles.form}
			onSubmit={(event) => {
				event.preventDefault();
				void submit();
			}}
		>
			<textarea
				ref={field}
				aria-label={label}
				placeholder={label}
				dir="auto"
				rows={3}
				maxLength={NOTE_MAX}
				value={text}
				onChange={({ target }) => setText(target.value)}
			/>
			{state === 'failed' && (
				<p className={styles.failure} role="alert">
					<Trans>That did not work. Try again.</Trans>
				</p>
			)}
			<div className={styles.actions}>
				<OutlinedButton isBusy={state === 'busy'}>{action}</OutlinedButton>
				{onCancel && (
					<TextButton onPress={onCancel}>
						<Trans>Cancel</Trans>
					</TextButton>
				)}
			</div>
		</form>
	);
}
