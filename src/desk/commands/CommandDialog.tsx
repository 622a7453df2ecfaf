/** Finds what an agent can do now, by its name. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useState } from 'react';
import { foldText } from '#protocol/base/foldText.ts';
import { FinderDialog } from '../common/dialogs/FinderDialog.tsx';
import { actionsAtom } from './actions.ts';
import { KeyCap } from './KeyCap.tsx';
import { runAction } from './shortcuts.ts';
import { useGroupName } from './useGroupName.ts';
import styles from './CommandDialog.module.css';

export function CommandDialog({ onClose }: { onClose: () => void }) {
	const { t } = useLingui();
	const [query, setQuery] = useState('');
	const nameOf = useGroupName();
	const run = useSetAtom(runAction);
	const found = useAtomValue(actionsAtom).filter(
		(action) => action.isAvailable && hasWords(`${nameOf(action.group)} ${action.name}`, query),
	);
	const options = found.map((action) => ({
		key: action.id,
		content: (
			<>
				<span className={styles.name}>{action.name}</span>
				<span className={styles.group}>{nameOf(action.group)}</span>
				<KeyCap name={action.key} />
			</>
		),
		choose: () => void run(action),
	}));
	return (
		<FinderDialog
			title={t`Commands`}
			query={query}
			onQuery={setQuery}
			groups={[{ options }]}
			note={found.length === 0 && <Trans>No results found</Trans>}
			onClose={onClose}
		/>
	);
}

/** Whether each word of the query begins a word of the text. */
function hasWords(text: string, query: string): boolean {
	const words = foldText(text).split(/\s+/);
	return foldText(query)
		.split(/\s+/)
		.every((sought) => words.some((word) => word.startsWith(sought)));
}
