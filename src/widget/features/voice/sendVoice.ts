/** Whether and where the visitor can record a voice message. */
import { atom } from 'jotai/vanilla';
import { isAllowedFileType } from '#protocol/entities/attachments.ts';
import { keepFile, removeFile } from '#client/fileStore.ts';
import { randomId } from '#protocol/base/randomId.ts';
import { canAttachAtom } from '../attachments/selectedFiles.ts';
import { channelAtom } from '../channel/channel.ts';
import { sendFileNow } from '../sending/sendDraft.ts';
import { visitSignalAtom } from '../session/session.ts';
import type { Recording } from './recorder.ts';

/** Without TLS, browsers give no access to the microphone. */
export const canRecordAtom = atom((get) => {
	const isTaken = isAllowedFileType('audio/webm', get(channelAtom).allowedFileTypes);
	const hasRecorder = 'MediaRecorder' in globalThis && 'mediaDevices' in navigator;
	return isTaken && hasRecorder && get(canAttachAtom);
});

/**
 * Ends a recording and sends it as a message of its own; the draft stays. A recording of one user
 * is not sent after another has taken over.
 */
export const sendVoice = atom(null, async (get, set, recording: Recording) => {
	const visit = get(visitSignalAtom);
	const id = randomId();
	const file = await recording.finish();
	await keepFile(id, file);
	if (visit.aborted) return removeFile(id);
	const { name, type, size } = file;
	set(sendFileNow, id, { name, type, size });
});
