/**
 * Two soft notes, synthesised, so that nothing is downloaded. Frequencies in hertz, times in
 * seconds.
 */
const NOTES = [
	{ frequency: 880, at: 0 },
	{ frequency: 1_318.5, at: 0.11 },
] as const;
const LOUDNESS = 0.12;
const ATTACK = 0.01;
const LENGTH = 0.5;
/** Milliseconds until the last note has faded. */
export const CHIME_DURATION = 610;

let startedAt = -Infinity;

/**
 * Plays the chime, where the browser allows it. A device without audio stays silent. While one
 * sounds, another is left out: many at once are noise, and each takes the page as much time as
 * drawing what it tells of.
 */
export function playChime(): void {
	const now = performance.now();
	if (now - startedAt < CHIME_DURATION) return;
	startedAt = now;
	try {
		const context = new AudioContext();
		const ends = NOTES.map((note) => playNote(context, note.frequency, context.currentTime + note.at));
		void Promise.all(ends).then(() => context.close());
	} catch (error) {
		console.debug('live-chat-widget: there is no sound', error);
	}
}

/** Resolves when the note has faded. */
function playNote(context: AudioContext, frequency: number, start: number): Promise<unknown> {
	const tone = new OscillatorNode(context, { type: 'sine', frequency });
	const volume = new GainNode(context, { gain: 0 });
	volume.gain.setValueAtTime(0, start);
	volume.gain.linearRampToValueAtTime(LOUDNESS, start + ATTACK);
	volume.gain.exponentialRampToValueAtTime(0.001, start + LENGTH);
	tone.connect(volume).connect(context.destination);
	tone.start(start);
	tone.stop(start + LENGTH);
	return new Promise((resolve) => tone.addEventListener('ended', resolve, { once: true }));
}
