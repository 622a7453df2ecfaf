import { Trans } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { useState } from 'react';
import { isAborted } from '#client/rest.ts';
import { Checkbox } from '../../common/Checkbox.tsx';
import { clearNotice, showNotice } from '../../form/notice.ts';
import { changeCampaign } from './campaigns.ts';
import styles from './CampaignSwitch.module.css';

interface Props {
	id: number;
	title: string;
	isEnabled: boolean;
}

/**
 * Switches a campaign on or off at once; where the server refuses it, it is as before, and says so.
 */
export function CampaignSwitch({ id, title, isEnabled }: Props) {
	const change = useSetAtom(changeCampaign);
	const show = useSetAtom(showNotice);
	const clear = useSetAtom(clearNotice);
	// What was pressed here, since the list is not read again then.
	const [pressed, setPressed] = useState<boolean>();
	const [state, setState] = useState<'saving' | 'failed'>();
	const toggle = async (enabled: boolean): Promise<void> => {
		if (state === 'saving') return;
		clear();
		setPressed(enabled);
		setState('saving');
		try {
			await change(id, { enabled });
			setState(undefined);
			show('saved');
		} catch (error) {
			if (isAborted(error)) return;
			setPressed(pressed);
			setState('failed');
		}
	};
	return (
		<div role="group" aria-label={title} className={styles.switch}>
			<Checkbox name={`enabled-${id}`} isChecked={pressed ?? isEnabled} onChange={(enabled) => void toggle(enabled)}>
				<Trans context="campaign">Active</Trans>
			</Checkbox>
			<p role="alert" className={styles.problem}>
				{state === 'failed' && <Trans>That did not work. Try again.</Trans>}
			</p>
		</div>
	);
}
