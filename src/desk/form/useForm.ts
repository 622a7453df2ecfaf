/**
 * The state of a form of the desk: what is typed stays until the server has it, what is wrong is
 * said beside its field, and leaving with something unsaved asks first.
 */
import { t } from '@lingui/core/macro';
import { useSetAtom } from 'jotai/react';
import { useContext, useState } from 'react';
import type { ValidationErrorBody } from '#protocol/base/errors.ts';
import { isAborted, RequestError } from '#client/rest.ts';
import { describeTooMany } from '../common/describeTooMany.ts';
import { FormStepContext } from './formStep.ts';
import { clearNotice, showNotice } from './notice.ts';
import { useNoteUnsaved } from './useNoteUnsaved.ts';

/**
 * A field's name, as the server calls it → what is wrong with its value. What is wrong with one
 * part of a value has the part's name after a dot.
 */
export type Errors = Readonly<Record<string, string | undefined>>;

export interface Form<T extends object> {
	values: T;
	errors: Errors;
	/** Why the form as a whole was not saved. */
	problem: string | undefined;
	/**
	 * Counts the saves that found errors: after each, the focus goes to the first invalid field.
	 */
	refused: number;
	/** Whether it was not saved because what it shows has been changed elsewhere. */
	isOutdated: boolean;
	isBusy: boolean;
	change: (change: Partial<T>) => void;
	submit: () => Promise<void>;
	/** Saves it over what others have changed. */
	overwrite: () => Promise<void>;
}

interface Options<T extends object, R> {
	initial: T;
	/** What the agent has to correct before the server is asked. */
	check?: (values: T) => Errors;
	/**
	 * The tag of what `initial` was made of, where there is one. Both may change while the form is
	 * shown, such as by another form of the page.
	 */
	etag?: string | undefined;
	/**
	 * Resolves with what has been saved, with its tag where there is one and the form stays.
	 * Rejects with a RequestError.
	 *
	 * @param etag for `unlessChanged`
	 */
	save: (values: T, etag: string | undefined) => Promise<R>;
	/**
	 * What it means when the server refuses a value that `check` has passed; `base` stands for the
	 * form as a whole.
	 */
	refusals?: Errors;
	/**
	 * Where to go once it is saved; without it the form stays, unless it is a step on a longer way.
	 */
	next?: (saved: R) => string;
	/** What a form that stays shows once it is saved, such as no password. */
	afterSaving?: Partial<T>;
	/** Called once it is saved, in place of saying so. */
	onSaved?: () => void;
}

/** What the form has shown before anything was typed, or has saved. */
interface Known<T> {
	values: T;
	etag: string | undefined;
	/**
	 * `initial` at this tag, as text: the server may keep values in another form than they were
	 * saved in.
	 */
	stored: string;
}

type State = Pick<Form<object>, 'isBusy' | 'errors' | 'problem' | 'isOutdated' | 'refused'>;

const TYPING = { isBusy: false, errors: {}, problem: undefined, isOutdated: false };

export function useForm<T extends object, R>({
	initial,
	check,
	etag,
	save,
	refusals = {},
	next,
	afterSaving,
	onSaved,
}: Options<T, R>): Form<T> {
	const step = useContext(FormStepContext);
	const [known, setKnown] = useState<Known<T>>({ values: initial, etag, stored: JSON.stringify(initial) });
	const [values, setValues] = useState(initial);
	const [state, setState] = useState<State>({ ...TYPING, refused: 0 });
	const show = useSetAtom(showNotice);
	const clear = useSetAtom(clearNotice);
	const isUnsaved = JSON.stringify(values) !== JSON.stringify(known.values);
	const note = useNoteUnsaved(isUnsaved);
	const newer = takeNewer(known, initial, etag, isUnsaved);
	if (newer !== known) setKnown(newer);
	if (newer.values !== known.values) setValues(newer.values);

	const refuse = (found: Partial<State>): void =>
		setState(({ refused }) => ({ ...TYPING, refused: refused + 1, ...found }));

	const send = async (read: string | undefined): Promise<void> => {
		if (state.isBusy) return;
		clear();
		const found = Object.entries(check?.(values) ?? {}).filter(([, error]) => error !== undefined);
		if (found.length > 0) return refuse({ errors: Object.fromEntries(found) });
		// The question stays while it is answered, and with it the focus.
		setState(({ isOutdated, refused }) => ({ ...TYPING, isBusy: true, isOutdated, refused }));
		try {
			const answer = await save(values, read);
			const href = next ? next(answer) : step?.next;
			// A form that stays may have been typed into during the request.
			if (href !== undefined || onSaved) note(false);
			setKnown((before) => ({ ...before, values: { ...values, ...afterSaving }, etag: tagOf(answer) ?? before.etag }));
			if (afterSaving) setValues((before) => ({ ...before, ...afterSaving }));
			setState(({ refused }) => ({ ...TYPING, refused }));
			if (onSaved) onSaved();
			else show('saved', href);
		} catch (error) {
			refuse(describeFailure(error, Object.keys(values), refusals));
		}
	};

	return {
		values,
		...state,
		change(change) {
			clear();
			setValues((before) => ({ ...before, ...change }));
			setState((before) => ({ ...before, errors: without(before.errors, change) }));
		},
		submit: () => send(known.etag),
		overwrite: () => send(undefined),
	};
}

/**
 * A form takes a newer tag only with the values that belong to it: what is typed over older ones is
 * not to be saved unasked.
 */
function takeNewer<T>(known: Known<T>, values: T, etag: string | undefined, isUnsaved: boolean): Known<T> {
	const stored = JSON.stringify(values);
	if (etag !== known.etag && stored !== known.stored) return isUnsaved ? known : { values, etag, stored };
	return etag === known.etag && stored === known.stored ? known : { ...known, etag, stored };
}

function tagOf(saved: unknown): string | undefined {
	return typeof saved === 'object' && saved !== null && 'etag' in saved && typeof saved.etag === 'string'
		? saved.etag
		: undefined;
}

function without(errors: Errors, change: object): Errors {
	const isChanged = (name: string) => name in change || (name.split('.')[0] ?? name) in change;
	return Object.fromEntries(Object.entries(errors).filter(([name]) => !isChanged(name)));
}

function describeFailure(error: unknown, fields: readonly string[], refusals: Errors): Partial<State> {
	if (isAborted(error)) return {};
	const { status, body, retryAfter } = error instanceof RequestError ? error : {};
	if (status === 412) return { isOutdated: true };
	if (status === undefined) return { problem: t`The server cannot be reached. Check the connection and try again.` };
	if (status === 429) return { problem: describeTooMany(retryAfter) };
	const refused = status === 422 ? ((body as Partial<ValidationErrorBody> | undefined)?.attributes ?? []) : [];
	const known = refused.filter((name) => fields.includes(name));
	const errors = known.map((name) => [name, refusals[name] ?? t`The server does not accept this value.`] as const);
	const [whole] = refused.filter((name) => !known.includes(name)).flatMap((name) => refusals[name] ?? []);
	const problem = whole ?? (known.length > 0 ? undefined : t`That did not work. Try again.`);
	return { errors: Object.fromEntries(errors), problem };
}
