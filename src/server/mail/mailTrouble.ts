import { describeError } from '../base/describeError.ts';

export interface MailTrouble {
	/** Whether the mail server has answered, and refuses; otherwise it could not be reached. */
	hasAnswered: boolean;
	/** What it said, or what failed on the way to it; in one line. */
	why: string;
}

/** Why nodemailer could not log in at the mail server, or hand a mail over. */
export function readMailTrouble(error: unknown): MailTrouble {
	const response = error instanceof Error && 'response' in error ? error.response : undefined;
	return typeof response === 'string' && response !== ''
		? { hasAnswered: true, why: response }
		: { hasAnswered: false, why: describeError(error) };
}
