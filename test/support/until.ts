import { pauseFor, poll } from './poll.ts';

/**
 * Milliseconds between two checks. Not by animation frame, since a window behind another one gets
 * none.
 */
export const INTERVAL = 40;
/**
 * Milliseconds until a test gives up, on a busy machine. It is more than `FRAME_TIMEOUT`, since
 * Firefox does not tell a page that a frame of another site failed to load
 * (https://github.com/whatwg/html/issues/125).
 */
export const PATIENCE = 40_000;
/** The same for `waitFor` of Node's tests. */
export const PATIENTLY = { timeout: PATIENCE };

/**
 * Resolves as soon as `check`, which runs here, answers something other than undefined or false.
 * @param claim what is waited for; a function may add what was seen instead
 */
export function until<T>(
	claim: string | (() => string),
	check: () => Promise<T | undefined | false> | T | undefined | false,
): Promise<T> {
	const pause = () => pauseFor(INTERVAL);
	return poll(check, {
		pause,
		patience: PATIENCE,
		complain: () => `Waited in vain for: ${typeof claim === 'string' ? claim : claim()}`,
	});
}

/** Whether a server answers the address with success. */
export async function isAnswered(address: string): Promise<boolean> {
	try {
		return (await fetch(address)).ok;
	} catch {
		return false;
	}
}
