/** Records the visitor's voice as WebM, Ogg or WAV. */

/** The first format that the browser can write is used. Older Safaris offer only MP4. */
const FORMATS = ['audio/webm', 'audio/ogg', 'audio/wav', 'audio/mp4'] as const;

export interface Recording {
	/** Ends the recording and releases the microphone. */
	finish: () => Promise<File>;
	/** Releases the microphone and drops the recording. */
	cancel: () => void;
}

/**
 * `NOT_ALLOWED`: the visitor, the browser or the page around the frame denies the microphone.
 * `NOT_RECORDED`: there is a microphone, but the browser cannot record from it.
 */
export type VoiceErrorCode = 'NOT_ALLOWED' | 'NO_MICROPHONE' | 'NOT_RECORDED';

export class VoiceError extends Error {
	readonly code: VoiceErrorCode;

	constructor(code: VoiceErrorCode, options: ErrorOptions) {
		super(code, options);
		this.name = 'VoiceError';
		this.code = code;
	}
}

/** Starts a recording. Rejects with a VoiceError. */
export async function record(): Promise<Recording> {
	const stream = await openMicrophone();
	try {
		return recordFrom(stream);
	} catch (error) {
		release(stream);
		throw new VoiceError('NOT_RECORDED', { cause: error });
	}
}

function recordFrom(stream: MediaStream): Recording {
	const type = FORMATS.find((format) => MediaRecorder.isTypeSupported(format));
	const recorder = new MediaRecorder(stream, type ? { mimeType: type } : {});
	const pieces: Blob[] = [];
	const stopped = Promise.withResolvers<void>();
	recorder.ondataavailable = ({ data }) => pieces.push(data);
	recorder.onstop = () => stopped.resolve();
	recorder.start();

	return {
		async finish() {
			if (recorder.state !== 'inactive') recorder.stop();
			await stopped.promise;
			release(stream);
			const [container = 'audio/webm'] = recorder.mimeType.split(';');
			return new File(pieces, `voice-message.${container.split('/')[1]}`, { type: container });
		},
		cancel() {
			if (recorder.state !== 'inactive') recorder.stop();
			release(stream);
		},
	};
}

function release(stream: MediaStream) {
	for (const track of stream.getTracks()) track.stop();
}

async function openMicrophone(): Promise<MediaStream> {
	try {
		return await navigator.mediaDevices.getUserMedia({ audio: true });
	} catch (error) {
		const isMissing = error instanceof DOMException && error.name === 'NotFoundError';
		throw new VoiceError(isMissing ? 'NO_MICROPHONE' : 'NOT_ALLOWED', { cause: error });
	}
}
