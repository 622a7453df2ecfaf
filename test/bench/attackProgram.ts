/**
 * The attacker, as a process of its own with the lowest priority: on a machine with two processors
 * it would otherwise take those of the server and of the other visitors, which no attacker from
 * elsewhere does. Told an attack and an address, it prepares, says so, and goes on until it is
 * asked what became of its steps.
 */
import { constants, setPriority } from 'node:os';
import { ATTACKS, Attacker, isAttack, type Attack } from './attacks.ts';

setPriority(constants.priority.PRIORITY_LOW);
const [origin = '', name = '', address = ''] = process.argv.slice(2);
if (!isAttack(name)) throw new Error(`There is no attack "${name}"`);
const attack: Attack = ATTACKS[name];
const attacker = new Attacker(origin, address);
const outcomes: Record<string, number> = {};

process.on('disconnect', () => process.exit());
process.on('message', () => process.send?.(outcomes));
await attack.prepare?.(attacker);
process.send?.('ready');

async function repeat(lane: number): Promise<never> {
	for (;;) {
		const outcome = await attack
			.step(attacker, lane)
			.catch((error: NodeJS.ErrnoException) => error.code ?? error.message);
		outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
	}
}
await Promise.all(Array.from({ length: attack.lanes }, (_, lane) => repeat(lane)));
