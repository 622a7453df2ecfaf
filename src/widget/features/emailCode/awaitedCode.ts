/**
 * A code that is on its way: while the visitor reads it in another program, a phone may discard the
 * page.
 */
import { atom } from 'jotai/vanilla';
import * as v from 'valibot';
import { MINUTE } from '#protocol/base/duration.ts';
import { createPersisted } from '#models/persisted.ts';
import { emailCodeKeyAtom } from '../session/emailCodeKeyAtom.ts';

/** As long as the server takes a code, in milliseconds. */
const VALID_FOR = 10 * MINUTE;

const AwaitedCode = v.object({
	/** As typed. */
	address: v.string(),
	/** When it was mailed, by this device's clock. */
	mailedAt: v.pipe(
		v.number(),
		v.check((time) => Math.abs(Date.now() - time) < VALID_FOR),
	),
});

const {
	valueAtom: awaitedCodeAtom,
	resume: resumeAwaitedCode,
	write,
} = createPersisted<v.InferOutput<typeof AwaitedCode> | undefined>(emailCodeKeyAtom, AwaitedCode, undefined);

export { awaitedCodeAtom, resumeAwaitedCode };

export const awaitCode = atom(null, (_get, set, address: string) => set(write, { address, mailedAt: Date.now() }));

export const endAwaitedCode = atom(null, (_get, set) => set(write, undefined));
