import { Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { FILE_SIZE_MAX } from '#protocol/entities/attachments.ts';
import type { FileFacts } from '#models/fileFacts.ts';
import { retryMessage } from '#models/sending.ts';
import { dropMessage, uploadSharesAtom } from '#models/uploads.ts';
import { FileRow } from '#ui/attachments/FileRow.tsx';
import { useFileSize } from '#ui/attachments/useFileSize.ts';
import { useRefusalText } from '#ui/attachments/useRefusalText.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { RichText } from '#ui/richText/RichText.tsx';
import { useFocusHandover } from '#ui/useFocusHandover.ts';
import { useHeldBackText } from '#ui/useHeldBackText.ts';
import { TextButton } from '../../common/TextButton.tsx';
import { MessageFrame } from './MessageFrame.tsx';
import type { OutgoingMessage } from '../model/outgoing.ts';
import styles from './MessageItem.module.css';

/** A message of this agent that the server does not have yet. */
export function OutgoingItem({ message }: { message: OutgoingMessage }) {
	const explain = useRefusalText(FILE_SIZE_MAX);
	const retry = useSetAtom(retryMessage);
	const drop = useSetAtom(dropMessage);
	const bubble = useFocusHandover<HTMLLIElement>();
	return (
		<MessageFrame ref={bubble} side="team" isPrivate={message.isPrivate} isFirst>
			{message.isCall && (
				<p className={styles.box}>
					<Trans>Video call</Trans>
				</p>
			)}
			{message.content && (
				<div className={styles.box}>
					<RichText text={message.content} />
				</div>
			)}
			{message.file && <OutgoingFile message={message} file={message.file} />}
			{message.state === 'in_progress' ? (
				<SendingState message={message} />
			) : message.failure ? (
				<p className={styles.failure} role="alert">
					{explain(message.failure)}
				</p>
			) : (
				<p className={styles.failure} role="alert">
					<Trans>Couldn't send, try again</Trans>{' '}
					<TextButton onPress={() => retry(message.echoId)}>
						<Trans>Send message again</Trans>
					</TextButton>
					{/* A file has its own button. */}
					{!message.file && (
						<>
							{' '}
							<TextButton onPress={() => drop(message.echoId)}>
								<Trans>Delete</Trans>
							</TextButton>
						</>
					)}
				</p>
			)}
		</MessageFrame>
	);
}

function SendingState({ message: { heldBackTill } }: { message: OutgoingMessage }) {
	const explainWait = useHeldBackText();
	if (heldBackTill === undefined) {
		return (
			<p className={styles.state}>
				<Trans>Sending…</Trans>
			</p>
		);
	}
	return (
		<p className={styles.state} role="status">
			{explainWait(heldBackTill)}
		</p>
	);
}

/** A file that is being sent: its progress, and a button to cancel it. */
function OutgoingFile({ message: { echoId, state }, file }: { message: OutgoingMessage; file: FileFacts }) {
	const { t, i18n } = useLingui();
	const drop = useSetAtom(dropMessage);
	const share = useAtomValue(uploadSharesAtom).get(echoId) ?? 0;
	const writeSize = useFileSize();
	const isSending = state === 'in_progress';
	const percent = i18n.number(share, { style: 'percent', maximumFractionDigits: 0 });
	return (
		<FileRow
			icon="file"
			title={file.name}
			detail={
				isSending ? (
					<progress className={styles.meter} value={share} aria-label={`${file.name} ${percent}`} />
				) : (
					writeSize(file.size)
				)
			}
		>
			<IconButton
				label={isSending ? t`Cancel the upload of ${file.name}` : t`Remove ${file.name}`}
				icon="close"
				onPress={() => drop(echoId)}
			/>
		</FileRow>
	);
}
