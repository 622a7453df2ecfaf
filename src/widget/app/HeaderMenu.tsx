import { useLingui } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { Icon } from '#ui/Icon.tsx';
import { useIdentity } from '../features/messages/useIdentity.ts';
import { downloadTranscript } from '../features/transcript/downloadTranscript.ts';
import type { Action } from './HeaderActions.tsx';
import styles from './HeaderActions.module.css';

interface Props {
	actions: readonly Action[];
	/** Whether the conversation can be downloaded. */
	isKeepable: boolean;
	onChoose: (action: Action) => void;
}

/** The content of the header's menu. */
export function HeaderMenu({ actions, isKeepable, onChoose }: Props) {
	const downloads = useDownloads();
	const all = isKeepable ? [...actions, ...downloads] : actions;
	return (
		<ul>
			{all.map((action) => (
				<li key={action.icon}>
					<button type="button" className={styles.item} onClick={() => onChoose(action)}>
						<Icon name={action.icon} isDirectional={action.isDirectional ?? false} />
						{action.label}
					</button>
				</li>
			))}
		</ul>
	);
}

function useDownloads(): Action[] {
	const { t } = useLingui();
	const identify = useIdentity();
	const download = useSetAtom(downloadTranscript);
	const nameOf: Parameters<typeof download>[1] = (sender) => identify(sender).name;
	return [
		{ label: t`Download the conversation as text`, icon: 'download', act: () => void download('txt', nameOf) },
		{ label: t`Download the conversation as HTML`, icon: 'file', act: () => void download('html', nameOf) },
	];
}
