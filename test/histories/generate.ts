/**
 * Random histories: what visitors and agents do, and what goes wrong meanwhile. The same seed
 * generates the same history.
 */
import { randomFrom } from '../support/random.ts';
import { type Fault, FAULTS } from './network.ts';

export const VISITORS = 3;
export const WINDOWS_PER_VISITOR = 2;
export const AGENTS = 2;
/** Users who sign in with one browser, one after the other. */
const USERS_PER_VISITOR = 2;

/** Every step can be left out, or done twice, without making the others impossible. */
export type Step =
	| { do: 'send'; window: number; text: string }
	/** What happens to the next message that the window sends. */
	| { do: 'fault'; window: number; fault: Fault }
	/** What the visitor types stays in the composer; a step that sends replaces it. */
	| { do: 'type'; window: number; text: string }
	| { do: 'go offline' | 'come online' | 'reload' | 'look' | 'open' | 'close'; window: number }
	/** The site names its user in both windows of the visitor, or signs the user out in both. */
	| { do: 'sign in'; visitor: number; user: number }
	| { do: 'sign out'; visitor: number }
	| { do: 'answer'; agent: number; visitor: number; text: string }
	| { do: 'kill the server' }
	| { do: 'wait'; milliseconds: number };

/** How often a kind of step is taken, relative to the others. */
const WEIGHTS: Record<Step['do'], number> = {
	send: 24,
	fault: 16,
	'go offline': 3,
	'come online': 3,
	reload: 5,
	look: 5,
	type: 6,
	open: 2,
	close: 2,
	'sign in': 2,
	'sign out': 1,
	answer: 8,
	// All histories of a run share a server, so each sees the others' restarts too.
	'kill the server': 0.1,
	wait: 20,
};

/** Of a history. */
const STEPS = 30;
/** Milliseconds; a wait is often shorter than the server takes to answer, and sometimes longer. */
const WAIT_MAX = 25;

export function generateHistory(seed: number, count = STEPS): Step[] {
	const random = randomFrom(seed);
	const kinds = Object.entries(WEIGHTS) as [Step['do'], number][];
	const total = kinds.reduce((sum, [, weight]) => sum + weight, 0);
	const chooseKind = () => {
		let place = (random.below(1_000_000) / 1_000_000) * total;
		return kinds.find(([, weight]) => (place -= weight) < 0)?.[0] ?? 'wait';
	};
	return Array.from({ length: count }, (_, index): Step => {
		const window = random.below(VISITORS * WINDOWS_PER_VISITOR);
		const kind = chooseKind();
		switch (kind) {
			case 'send':
				return { do: kind, window, text: `${index} of window ${window}` };
			case 'fault':
				return { do: kind, window, fault: random.oneOf(FAULTS) };
			case 'answer': {
				const agent = random.below(AGENTS);
				return { do: kind, agent, visitor: random.below(VISITORS), text: `${index} of agent ${agent}` };
			}
			case 'type':
				return { do: kind, window, text: `${index} typed in window ${window}` };
			case 'sign in':
				return { do: kind, visitor: random.below(VISITORS), user: random.below(USERS_PER_VISITOR) };
			case 'sign out':
				return { do: kind, visitor: random.below(VISITORS) };
			case 'kill the server':
				return { do: kind };
			case 'wait':
				return { do: kind, milliseconds: random.below(WAIT_MAX) };
			default:
				return { do: kind, window };
		}
	});
}
