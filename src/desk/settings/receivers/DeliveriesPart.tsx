import { Trans, useLingui } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { useCallback, useState, type ReactNode } from 'react';
import { isAborted } from '#client/rest.ts';
import { OutlinedButton } from '../../common/OutlinedButton.tsx';
import { formatMoment } from '../../common/time.ts';
import { WaitingNote } from '../../common/WaitingNote.tsx';
import { Item, ItemList } from '../parts/ItemList.tsx';
import { SettingsPart } from '../parts/SettingsPage.tsx';
import { useFresh } from '../../common/useFresh.ts';
import styles from './DeliveriesPart.module.css';
import { loadDeliveries, sendAgain, type Delivery, type Receiver } from './receivers.ts';

interface Props extends Receiver {
	/** What else is to be said of them. */
	lead?: ReactNode;
	/** Called when one has been sent again. */
	onSent?: () => void;
}

/** What the receiver has not taken, with the last answer; what was given up can be sent again. */
export function DeliveriesPart({ type, id, lead, onSent }: Props) {
	const read = useSetAtom(loadDeliveries);
	const load = useCallback(() => read({ type, id }), [read, type, id]);
	const { value: deliveries, ...progress } = useFresh(load);
	return (
		<SettingsPart title={<Trans>Deliveries</Trans>} lead={lead}>
			{deliveries ? (
				<>
					{deliveries.length === 0 && (
						<p>
							<Trans>Everything was delivered.</Trans>
						</p>
					)}
					<ItemList>
						{deliveries.map((delivery) => (
							<DeliveryItem
								key={delivery.id}
								delivery={delivery}
								onSent={() => {
									progress.retry();
									onSent?.();
								}}
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

function DeliveryItem({ delivery, onSent }: { delivery: Delivery; onSent: () => void }) {
	const { i18n } = useLingui();
	const mailNames = useMailNames();
	const { id, event, recipient, state, attempts, failure, created_at, next_attempt_at } = delivery;
	const moment = next_attempt_at === null ? undefined : formatMoment(next_attempt_at, i18n.locale);
	return (
		<Item
			title={recipient === null ? <code dir="ltr">{event}</code> : <bdi dir="ltr">{recipient}</bdi>}
			details={
				<span className={styles.facts}>
					<span>
						{recipient !== null && `${mailNames[event] ?? event} · `}
						{state === 'waiting' ? (
							<Trans>Waiting</Trans>
						) : (
							<Trans comment="A delivery that is given up">Failed</Trans>
						)}{' '}
						· {formatMoment(created_at, i18n.locale)} · <Trans>Attempts: {attempts}</Trans>
					</span>
					{failure && <bdi className={styles.failure}>{failure}</bdi>}
					{moment && (
						<span>
							<Trans>Next attempt: {moment}</Trans>
						</span>
					)}
				</span>
			}
			action={state === 'given_up' && <SendAgain id={id} name={recipient ?? event} onSent={onSent} />}
		/>
	);
}

function SendAgain({ id, name, onSent }: { id: number; name: string; onSent: () => void }) {
	const send = useSetAtom(sendAgain);
	const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
	const press = async (): Promise<void> => {
		if (state === 'busy') return;
		setState('busy');
		try {
			await send(id);
			setState('idle');
			onSent();
		} catch (error) {
			if (!isAborted(error)) setState('failed');
		}
	};
	return (
		<div role="group" aria-label={name} className={styles.again}>
			<OutlinedButton isBusy={state === 'busy'} onPress={() => void press()}>
				<Trans>Send again</Trans>
			</OutlinedButton>
			<p role="alert" className={styles.failure}>
				{state === 'failed' && <Trans>That did not work. Try again.</Trans>}
			</p>
		</div>
	);
}

/** What the kinds of mails are called; those that are not in it belong to no account. */
function useMailNames(): Readonly<Record<string, string>> {
	const { t } = useLingui();
	const toAgent = t`Notification`;
	return {
		transcript: t`Transcript`,
		answers: t`Unread replies`,
		reply: t`Reply`,
		rating: t`Rating request`,
		agent_conversation_creation: toAgent,
		agent_assigned_conversation_new_message: toAgent,
		agent_participating_conversation_new_message: toAgent,
		agent_conversation_assignment: toAgent,
		agent_conversation_mention: toAgent,
	};
}
