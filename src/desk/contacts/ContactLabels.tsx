import { useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useState } from 'react';
import type { TeamContact } from '#protocol/application/contactRoutes.ts';
import { labelsAtom } from '../account/account.ts';
import { attempt } from '../common/attempt.ts';
import { Checkbox } from '../common/Checkbox.tsx';
import { LabelDot } from '../conversations/LabelDot.tsx';
import { labelContact } from '../thread/contact/contacts.ts';
import styles from './ContactLabels.module.css';

/** The labels of a contact, and those of the account, which can be ticked. */
export function ContactLabels({ contact: { id, labels } }: { contact: TeamContact }) {
	const { t } = useLingui();
	const known = useAtomValue(labelsAtom);
	const label = useSetAtom(labelContact);
	const tryTo = useSetAtom(attempt);
	// What the agent ticks shows at once; the server then says what the contact has.
	const [ticked, setTicked] = useState<{ of: readonly string[]; titles: readonly string[] }>();
	const shown = ticked?.of === labels ? ticked.titles : labels;
	const titles = [...new Set([...known.map(({ title }) => title), ...labels])];
	if (titles.length === 0) return null;
	const toggle = (title: string, isChosen: boolean): void => {
		const next = isChosen ? [...shown, title] : shown.filter((one) => one !== title);
		setTicked({ of: labels, titles: next });
		void tryTo(async () => {
			try {
				await label(id, next);
			} catch (error) {
				setTicked(undefined);
				throw error;
			}
		});
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
