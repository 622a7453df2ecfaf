/**
 * Writes transcripts in a thread of their own: reading the markup of a long conversation, and
 * joining it to a mail, takes seconds, for which all other visitors would have to wait.
 */
import type { TranscriptMessage } from '#transcript/transcript.ts';
import { Thread } from '../base/programs/thread.ts';
import type { Mail } from './mail.ts';
import type { TranscriptMailOptions } from './transcriptMail.ts';

export interface TranscriptWriter {
	/**
	 * The messages from the newest one backwards. Resolves with whether older ones have room, too.
	 */
	add(messages: readonly TranscriptMessage[]): Promise<boolean>;
	/** The mail. Nothing can be added afterwards. */
	finish(): Promise<Omit<Mail, 'id' | 'to'>>;
	/** Forgets what is written of one that is not finished. */
	drop(): Promise<void>;
}

/** What the thread is told. */
export type Step =
	| { does: 'begin'; id: number; facts: Omit<TranscriptMailOptions, 'parse'> }
	| { does: 'add'; id: number; messages: readonly TranscriptMessage[] }
	| { does: 'finish'; id: number }
	| { does: 'drop'; id: number };

const thread = new Thread<Step>('src/server/mail/transcriptThread.ts');
let count = 0;

export async function beginTranscript(facts: Omit<TranscriptMailOptions, 'parse'>): Promise<TranscriptWriter> {
	const id = (count += 1);
	await thread.call<void>({ does: 'begin', id, facts });
	return {
		add: (messages) => thread.call<boolean>({ does: 'add', id, messages }),
		finish: () => thread.call<Omit<Mail, 'id' | 'to'>>({ does: 'finish', id }),
		drop: () => thread.call<void>({ does: 'drop', id }),
	};
}
