import { atom, type Getter, type Setter } from 'jotai/vanilla';
import { isStreaming, type Message } from '#protocol/entities/entities.ts';
import type { AppendedEvent } from '#protocol/entities/realtime.ts';

/**
 * A text that is longer is drawn less often than in each frame, since drawing it takes longer.
 * UTF-16 units.
 */
const LENGTH_AT_ONCE = 4_000;
/** Units of a longer text for which it waits a millisecond, and the longest wait. */
const UNITS_PER_WAIT = 20;
const WAIT_MAX = 1_000;
/**
 * Frames that are not drawn have no animation frames: the text grows there as well. Milliseconds.
 */
const HIDDEN_WAIT = 250;

export interface PiecePlace {
	/** The message as it is known; undefined where it is not. */
	find(piece: AppendedEvent): Message | undefined;
	put(message: Message): void;
	/** Reads a message again of which pieces were missed. Must not reject. */
	readAgain(piece: AppendedEvent): Promise<void>;
}

/**
 * Returns the function that takes the pieces of messages that are being written, in any order, any
 * number of times. However many arrive, a message changes once a frame, and a long one a few times
 * a second, so that the time that drawing takes is bounded.
 */
export function createPieceReceiver({ find, put, readAgain }: PiecePlace): (piece: AppendedEvent) => void {
	const waiting = new Map<number, AppendedEvent[]>();

	/** Adds what fits. Answers the piece before which something is missing. */
	function grow(id: number): AppendedEvent | undefined {
		const pieces = (waiting.get(id) ?? []).toSorted((one, other) => one.position - other.position);
		waiting.delete(id);
		const message = pieces[0] && find(pieces[0]);
		if (!message || !isStreaming(message)) return undefined;
		const before = message.content ?? '';
		let text = before;
		const late: AppendedEvent[] = [];
		for (const piece of pieces) {
			if (piece.position > text.length) late.push(piece);
			else text += piece.content.slice(text.length - piece.position);
		}
		if (text !== before) put({ ...message, content: text });
		if (late.length > 0) waiting.set(id, late);
		return late[0];
	}

	async function draw(id: number): Promise<void> {
		const late = grow(id);
		if (!late) return;
		await readAgain(late);
		// What is missing even now is noticed with the next piece.
		grow(id);
		waiting.delete(id);
	}

	return (piece) => {
		const pieces = waiting.get(piece.id);
		if (pieces) return void pieces.push(piece);
		waiting.set(piece.id, [piece]);
		schedule(find(piece)?.content?.length ?? 0, () => void draw(piece.id));
	};
}

/**
 * The atom that takes the pieces: each store has a receiver of its own, which begins with the first
 * piece.
 */
export function createPieceAtom(placeOf: (get: Getter, set: Setter) => PiecePlace) {
	const receiverAtom = atom(() => {
		let receive: ReturnType<typeof createPieceReceiver> | undefined;
		return (get: Getter, set: Setter) => (receive ??= createPieceReceiver(placeOf(get, set)));
	});
	return atom(null, (get, set, piece: AppendedEvent) => get(receiverAtom)(get, set)(piece));
}

/** Calls `draw` once, soon: the longer the text, the later. */
function schedule(length: number, draw: () => void): void {
	if (length > LENGTH_AT_ONCE) return void setTimeout(draw, Math.min(length / UNITS_PER_WAIT, WAIT_MAX));
	const finish = () => {
		cancelAnimationFrame(frame);
		clearTimeout(timer);
		draw();
	};
	const frame = requestAnimationFrame(finish);
	const timer = setTimeout(finish, HIDDEN_WAIT);
}
