/** Whether and where the visitor can record a voice message. */
import { atom } from 'jotai/vanilla';
import { isAllowedFileType } from '#protocol/attachments.ts';
import { keepFile } from '../../transport/fileStore.ts';
import { randomId } from '../../transport/randomId.ts';
import { canAttachAtom } from '../attachments/picks.ts';
import { channelAtom } from '../channel/channel.ts';
import { sendFileNow } from '../messages/sending.ts';

/** Plain http has no microphone. */
export const canRecordAtom = atom((get) => {
	const isTaken = isAllowedFileType('audio/webm', get(channelAtom).allowedFileTypes);
	const hasRecorder = 'MediaRecorder' in globalThis && 'mediaDevices' in navigator;
	return isTaken && hasRecorder && get(canAttachAtom);
});

/** Sends a recording as a message of its own; what is typed stays. */
export const sendVoice = atom(null, async (_get, set, file: File) => {
	const id = randomId();
	await keepFile(id, file);
	const { name, type, size } = file;
	set(sendFileNow, id, { name, type, size });
});
