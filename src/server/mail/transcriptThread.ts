/**
 * The thread of transcriptWriter.ts: keeps what is written of each transcript until it is finished.
 */
import type { TranscriptEntry } from '#transcript/transcript.ts';
import { answerCalls } from '../base/programs/thread.ts';
import { createTranscriptMail, type TranscriptMail } from './transcriptMail.ts';
import type { Step } from './transcriptWriter.ts';

/**
 * Characters of both forms of the mail together; the newest messages are in it. Mail servers take
 * little more.
 */
const LENGTH_MAX = 5_000_000;

interface Written {
	transcript: TranscriptMail;
	newestFirst: TranscriptEntry[];
	length: number;
	/** Whether older messages are left out. */
	isCut: boolean;
}

const begun = new Map<number, Written>();

answerCalls<Step>((step) => {
	if (step.does === 'begin') {
		const transcript = createTranscriptMail(step.facts);
		return void begun.set(step.id, { transcript, newestFirst: [], length: 0, isCut: false });
	}
	const written = begun.get(step.id);
	if (!written) throw new Error('This transcript has not begun');
	if (step.does === 'add') return add(written, step.messages);
	begun.delete(step.id);
	return step.does === 'finish'
		? written.transcript.mailOf(written.newestFirst.toReversed(), written.isCut)
		: undefined;
});

/** Whether there is room for older messages. */
function add(written: Written, messages: Extract<Step, { does: 'add' }>['messages']): boolean {
	for (const message of messages) {
		const entry = written.transcript.entryOf(message);
		if (!entry) continue;
		written.length += entry.text.length + entry.html.text.length;
		if (written.length > LENGTH_MAX) written.isCut = true;
		else written.newestFirst.push(entry);
		if (written.isCut) break;
	}
	return !written.isCut;
}
