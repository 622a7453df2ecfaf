import { pauseFor, poll } from '../support/poll.ts';

/**
 * Resolves with the first value that is not false or undefined; rejects with `what` after 20
 * seconds.
 */
export function until<T>(what: string, look: () => T | false | undefined): Promise<T> {
	const complain = () => `Waited in vain until ${what}`;
	return poll(look, { pause: () => pauseFor(10), patience: 20_000, complain });
}
