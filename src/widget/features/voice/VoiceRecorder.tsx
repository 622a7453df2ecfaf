import { useLingui } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { SendButton } from '#ui/SendButton.tsx';
import { record, type Recording, VoiceError, type VoiceErrorCode } from './recorder.ts';
import { sendVoice } from './sendVoice.ts';
import styles from './VoiceRecorder.module.css';

/**
 * Replaces the composer while the visitor records: the duration, and buttons to cancel and send.
 */
export function VoiceRecorder({ onEnd }: { onEnd: () => void }) {
	const { t } = useLingui();
	const send = useSetAtom(sendVoice);
	const recording = useRef<Recording>(undefined);
	const sendButton = useRef<HTMLButtonElement>(null);
	const [startedAt, setStartedAt] = useState<number>();
	const [fault, setFault] = useState<VoiceErrorCode>();
	const fail = useEffectEvent((error: unknown) => {
		if (!(error instanceof VoiceError)) throw error;
		setFault(error.code);
	});

	useEffect(() => {
		let isWanted = true;
		record().then((begun) => {
			if (!isWanted) return begun.cancel();
			recording.current = begun;
			setStartedAt(Date.now());
		}, fail);
		return () => {
			isWanted = false;
			recording.current?.cancel();
		};
	}, []);

	// Before the browser paints, so that the focus is never lost to the document's body.
	useLayoutEffect(() => sendButton.current?.focus(), []);

	/** A recording that has ended can neither be sent again nor cancelled. */
	function finish() {
		if (!recording.current) return;
		void send(recording.current);
		recording.current = undefined;
		onEnd();
	}

	if (fault) return <Fault code={fault} onEnd={onEnd} />;
	return (
		<div className={styles.recorder} role="group" aria-label={t`Voice message`} onKeyDown={endOn('Escape', onEnd)}>
			<IconButton label={t`Cancel recording`} icon="close" onPress={onEnd} />
			<span className={styles.state}>
				<span className={styles.dot} />
				<span role="status">{startedAt === undefined ? t`Waiting for the microphone` : t`Recording`}</span>
				{startedAt !== undefined && <Timer startedAt={startedAt} />}
			</span>
			<SendButton
				ref={sendButton}
				label={t`Send voice message`}
				isDisabled={startedAt === undefined}
				onPress={finish}
			/>
		</div>
	);
}

function Fault({ code, onEnd }: { code: VoiceErrorCode; onEnd: () => void }) {
	const { t } = useLingui();
	const place = useRef<HTMLDivElement>(null);
	useLayoutEffect(() => place.current?.querySelector('button')?.focus(), []);
	const texts: Record<VoiceErrorCode, string> = {
		NOT_ALLOWED: t`Microphone access is blocked. You can allow it for this page in your browser’s settings.`,
		NO_MICROPHONE: t`No microphone was found.`,
		NOT_RECORDED: t`Something went wrong.`,
	};
	return (
		<div ref={place} className={styles.fault} role="alert" onKeyDown={endOn('Escape', onEnd)}>
			<p>{texts[code]}</p>
			<Button kind="quiet" onPress={onEnd}>{t`OK`}</Button>
		</div>
	);
}

function Timer({ startedAt }: { startedAt: number }) {
	const [now, setNow] = useState(startedAt);
	useEffect(() => {
		const timer = setInterval(() => setNow(Date.now()), SECOND);
		return () => clearInterval(timer);
	}, []);
	const seconds = Math.max(0, Math.round((now - startedAt) / SECOND));
	return (
		<span className={styles.time} role="timer">
			{Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
		</span>
	);
}

const SECOND = 1_000;

function endOn(key: string, end: () => void) {
	return (event: React.KeyboardEvent) => {
		if (event.key !== key) return;
		event.stopPropagation();
		end();
	};
}
