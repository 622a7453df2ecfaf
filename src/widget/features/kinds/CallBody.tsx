import { useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { callAtom } from '../calls/calls.ts';
import { joinCall } from '../calls/joinCall.ts';
import { Failure } from './Failure.tsx';
import { KindText } from './KindText.tsx';
import type { KindProps } from './kindProps.ts';
import cardStyles from './Card.module.css';

/** An invitation to a video call. */
export function CallBody({ message }: KindProps<'integrations'>) {
	const { t } = useLingui();
	const call = useAtomValue(callAtom);
	const join = useSetAtom(joinCall);
	const hasFailed = call?.messageId === message.id && call.state === 'failed';
	return (
		<>
			<KindText message={message} />
			<div className={cardStyles['card']}>
				<Button kind="primary" isBusy={call?.state === 'joining'} onPress={() => void join(message.id)}>
					<Icon name="video" isDirectional />
					{t`Click here to join`}
				</Button>
				<Failure text={hasFailed ? t`There was an error, please try again` : undefined} />
			</div>
		</>
	);
}
