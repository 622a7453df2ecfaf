import { Trans, useLingui } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { useEffect, useRef, useState } from 'react';
import { isAborted } from '#client/rest.ts';
import { OutlinedButton } from '../../common/OutlinedButton.tsx';
import { ProblemBox } from '../../common/ProblemBox.tsx';
import { formatMoment } from '../../common/time.ts';
import { WaitingNote } from '../../common/WaitingNote.tsx';
import { ConfirmButton } from '../parts/ConfirmButton.tsx';
import { Item, ItemList } from '../parts/ItemList.tsx';
import { SettingsPart } from '../parts/SettingsPage.tsx';
import { useDeviceName } from '../parts/useDeviceName.ts';
import { useFresh } from '../../common/useFresh.ts';
import styles from './DevicesPart.module.css';
import { addThisDevice, loadDevices, removeDevice, sendTest } from './notificationSettings.ts';
import { hasPush } from './subscribeToPush.ts';

type State = 'idle' | 'busy' | 'refused' | 'failed' | 'sent';

/** The devices that get push notifications, this one among them if the agent wishes. */
export function DevicesPart() {
	const { i18n } = useLingui();
	const nameOf = useDeviceName();
	const add = useSetAtom(addThisDevice);
	const remove = useSetAtom(removeDevice);
	const send = useSetAtom(sendTest);
	const [state, setState] = useState<State>('idle');
	const { value, ...progress } = useFresh(useSetAtom(loadDevices));
	const devices = (value?.payload ?? []).map(({ device, ...facts }) => ({ ...facts, name: nameOf(device) }));
	const isOn = hasPush() && Notification.permission === 'granted' && devices.some(({ current }) => current);
	const buttons = useFocusOnRest(isOn);
	const attempt = async (work: () => Promise<State>): Promise<void> => {
		if (state === 'busy') return;
		setState('busy');
		try {
			setState(await work());
		} catch (error) {
			if (isAborted(error)) return;
			console.error(error);
			setState('failed');
		}
	};
	const turnOn = async (key: string): Promise<State> => {
		if (!(await add(key))) return 'refused';
		progress.retry();
		return 'idle';
	};
	const test = async (): Promise<State> => {
		await send();
		return 'sent';
	};
	return (
		<SettingsPart title={<Trans>Devices</Trans>}>
			{!hasPush() && (
				<p>
					<Trans>
						This browser has no push notifications here. They need an address with HTTPS and, on an iPhone or iPad, the
						agent desk on the home screen.
					</Trans>
				</p>
			)}
			{value ? (
				<>
					<div ref={buttons} className={styles.buttons}>
						{hasPush() && !isOn && (
							<OutlinedButton
								isBusy={state === 'busy'}
								onPress={() => void attempt(() => turnOn(value.vapid_public_key))}
							>
								<Trans>Turn on notifications on this device</Trans>
							</OutlinedButton>
						)}
						{devices.length > 0 && (
							<OutlinedButton isBusy={state === 'busy'} onPress={() => void attempt(test)}>
								<Trans>Send a test</Trans>
							</OutlinedButton>
						)}
					</div>
					<Outcome state={state} />
					<ItemList>
						{devices.map(({ id, name, created_at, current }) => (
							<Item
								key={id}
								title={<bdi>{name}</bdi>}
								details={current ? <Trans>This device</Trans> : formatMoment(created_at, i18n.locale)}
								action={
									<ConfirmButton
										question={<Trans>Delete “{name}”?</Trans>}
										onConfirm={async () => {
											await remove(id);
											progress.retry();
										}}
									/>
								}
							/>
						))}
					</ItemList>
				</>
			) : (
				<WaitingNote {...progress} />
			)}
		</SettingsPart>
	);
}

function Outcome({ state }: { state: State }) {
	return (
		<>
			<p role="status" className={styles.outcome}>
				{state === 'sent' && <Trans>A test is on its way to your devices.</Trans>}
			</p>
			{(state === 'refused' || state === 'failed') && (
				<ProblemBox>
					{state === 'refused' ? (
						<Trans>
							The browser blocks notifications from this address. Allow them in the browser’s settings, then try again.
						</Trans>
					) : (
						<Trans>That did not work. Try again.</Trans>
					)}
				</ProblemBox>
			)}
		</>
	);
}

/**
 * The button that turns them on goes once they are on; the focus then goes to the button after it.
 */
function useFocusOnRest(isOn: boolean) {
	const place = useRef<HTMLDivElement>(null);
	const wasOn = useRef<boolean>(isOn);
	useEffect(() => {
		const isNew = isOn && !wasOn.current;
		wasOn.current = isOn;
		const rest = place.current?.querySelector('button');
		// Not at the first drawing of what has long been on: the focus is on the page then.
		if (isNew && document.activeElement === document.body) rest?.focus();
	}, [isOn]);
	return place;
}
