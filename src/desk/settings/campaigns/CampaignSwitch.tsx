import { Trans, useLingui } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { useState } from 'react';
import { isAborted } from '#client/rest.ts';
import { Checkbox } from '../../common/Checkbox.tsx';
import { clearNotice, showNotice } from '../parts/notice.ts';
import { changeCampaign } from './campaigns.ts';
import styles from './CampaignSwitch.module.css';

interface Props {
	id: number;
	title: string;
	isEnabled: boolean;
}

/** Switches a campaign on or off at once; where the server refuses it, it is as before, and says so. */
export function CampaignSwitch({ id, title, isEnabled }: Props) {
	const { t } = useLingui();
	const change = useSetAtom(changeCampaign);
	const show = useSetAtom(showNotice);
	const clear = useSetAtom(clearNotice);
	const [isOn, setOn] = useState(isEnabled);
	const [hasFailed, setFailed] = useState(false);
	const toggle = async (enabled: boolean): Promise<void> => {
		clear();
		setOn(enabled);
		setFailed(false);
		try {
			await change(id, { enabled });
			show('saved');
		} catch (error) {
			if (isAborted(error)) return;
			setOn(!enabled);
			setFailed(true);
		}
	};
	return (
		<div role="group" aria-label={title} className={styles.switch}>
			<Checkbox name={`enabled-${id}`} isChecked={isOn} onChange={(enabled) => void toggle(enabled)}>
				{t`Active`}
			</Checkbox>
			<p role="alert" className={styles.problem}>
				{hasFailed && <Trans>That did not work. Try again.</Trans>}
			</p>
		</div>
	);
}
