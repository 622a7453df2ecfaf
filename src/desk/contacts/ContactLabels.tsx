import { useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useLayoutEffect, useRef, useState } from 'react';
import type { TeamContact } from '#protocol/application/contactRoutes.ts';
import { labelsAtom } from '../account/account.ts';
import { attempt } from '../common/attempt.ts';
import { Checkbox } from '../common/Checkbox.tsx';
import { LabelDot } from '../conversations/LabelDot.tsx';
import { labelContact } from '../thread/contact/contacts.ts';
import styles from './ContactLabels.module.css';

interface Ticked {
	/** The labels to which this is the change; absent until the server has it. */
	of?: readonly string[];
	titles: readonly string[];
}

/** The labels of a contact, and those of the account, which can be ticked. */
export function ContactLabels({ contact: { id, labels } }: { contact: TeamContact }) {
	const { t } = useLingui();
	const all = useAtomValue(labelsAtom);
	const label = useSetAtom(labelContact);
	const tryTo = useSetAtom(attempt);
	// What the agent ticks shows at once; the server then says what the contact has.
	const [ticked, setTicked] = useState<Ticked>();
	const shown = ticked && (ticked.of ?? labels) === labels ? ticked.titles : labels;
	const known = useRef(labels);
	useLayoutEffect(() => {
		known.current = labels;
	});
	// What is to be sent while something is being sent: one request at a time, since of two the
	// server may answer either one first.
	const waiting = useRef<readonly string[]>(undefined);
	const isSending = useRef(false);
	const titles = [...new Set([...all.map(({ title }) => title), ...labels])];
	if (titles.length === 0) return null;
	const send = async (): Promise<void> => {
		isSending.current = true;
		try {
			while (waiting.current) {
				const titles = waiting.current;
				await label(id, titles);
				if (waiting.current !== titles) continue;
				waiting.current = undefined;
				setTicked({ of: known.current, titles });
			}
		} catch (error) {
			waiting.current = undefined;
			setTicked(undefined);
			throw error;
		} finally {
			isSending.current = false;
		}
	};
	const toggle = (title: string, isChosen: boolean): void => {
		const before = waiting.current ?? shown;
		const next = isChosen ? [...before, title] : before.filter((one) => one !== title);
		waiting.current = next;
		setTicked({ titles: next });
		if (!isSending.current) void tryTo(send);
	};
	return (
		<fieldset className={styles.labels} aria-label={t`Labels`}>
			{titles.map((title) => (
				<Checkbox key={title} isChecked={shown.includes(title)} onChange={(isChosen) => toggle(title, isChosen)}>
					<LabelDot title={title} /> {title}
				</Checkbox>
			))}
		</fieldset>
	);
}
