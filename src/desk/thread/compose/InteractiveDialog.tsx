/** Writes a message that the visitor answers by pressing or filling in, beside how it will look. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { CONTENT_MAX } from '#protocol/base/limits.ts';
import { Dialog } from '../../common/dialogs/Dialog.tsx';
import { CardFields } from './CardFields.tsx';
import { FormFields } from './FormFields.tsx';
import {
	findFaults,
	INTERACTIVE_KINDS,
	messageOf,
	readDraft,
	type Fault,
	type InteractiveDraft,
	type InteractiveKind,
	type InteractiveMessage,
} from './interactive.ts';
import { InteractivePreview } from './InteractivePreview.tsx';
import { KindField } from './KindField.tsx';
import { LineField } from './LineField.tsx';
import styles from './InteractiveDialog.module.css';

interface Props {
	title: string;
	/**
	 * What was typed before, as the conversation's draft has it: closing the dialog, or the page,
	 * loses nothing.
	 */
	kept: unknown;
	/** Takes what is typed; undefined once it is sent. */
	onKeep: (draft: InteractiveDraft | undefined) => void;
	onSend: (message: InteractiveMessage) => void;
	onClose: (hasSent: boolean) => void;
}

const NO_FAULTS: Readonly<Record<string, Fault>> = {};

export function InteractiveDialog({ title, kept, onKeep, onSend, onClose }: Props) {
	const { t } = useLingui();
	const draft = readDraft(kept);
	const form = useRef<HTMLFormElement>(null);
	const hasSent = useRef(false);
	const [faults, setFaults] = useState(NO_FAULTS);
	useEffect(() => {
		form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
	}, [faults]);
	const change = (changed: Partial<InteractiveDraft>): void => {
		onKeep({ ...draft, ...changed });
		setFaults(NO_FAULTS);
	};
	const send = (): void => {
		const found = findFaults(draft);
		if (Object.keys(found).length > 0) return setFaults(found);
		onSend(messageOf(draft));
		onKeep(undefined);
		hasSent.current = true;
		form.current?.closest('dialog')?.close();
	};
	const names: Record<InteractiveKind, string> = {
		input_select: t`Choices`,
		cards: t`Cards`,
		form: t`Form`,
		input_email: t`Email address`,
		input_csat: t`Rating`,
	};
	return (
		<Dialog title={title} onClose={() => onClose(hasSent.current)}>
			<form
				ref={form}
				className={styles.form}
				noValidate
				onSubmit={(event) => {
					event.preventDefault();
					send();
				}}
			>
				<KindField
					name="kind"
					value={draft.kind}
					options={INTERACTIVE_KINDS.map((kind) => [kind, names[kind]])}
					onChange={(kind) => change({ kind })}
				/>
				<LineField
					name="content"
					label={t`Message`}
					isRequired
					rows={2}
					maxLength={CONTENT_MAX}
					value={draft.content}
					fault={faults['content']}
					onType={(content) => change({ content })}
				/>
				{draft.kind === 'input_select' && (
					<LineField
						name="choices"
						label={t`Choices`}
						hint={t`One choice per line.`}
						isRequired
						rows={4}
						value={draft.choices}
						fault={faults['choices']}
						onType={(choices) => change({ choices })}
					/>
				)}
				{draft.kind === 'form' && (
					<FormFields fields={draft.fields} faults={faults} onChange={(fields) => change({ fields })} />
				)}
				{draft.kind === 'cards' && (
					<CardFields cards={draft.cards} faults={faults} onChange={(cards) => change({ cards })} />
				)}
				<InteractivePreview draft={draft} />
				<button type="submit" className={styles.send}>
					<Trans>Send</Trans>
				</button>
			</form>
		</Dialog>
	);
}
