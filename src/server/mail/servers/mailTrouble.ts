import { describeError } from '../../base/describeError.ts';

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

/**
 * The codes of what the mail server said, such as `550` and `5.1.1`, or of what failed on the way
 * to it, such as `ECONNREFUSED`. The words may have the recipient's address.
 */
export function codesOf(error: unknown): string[] {
	if (!(error instanceof Error)) return [];
	const { response, originalCode, code } = error as { response?: string; originalCode?: unknown; code?: unknown };
	const [, status, enhanced] = /^(\d{3})(?:[ -](\d\.\d{1,3}\.\d{1,3})\b)?/.exec(response ?? '') ?? [];
	return [status ?? originalCode ?? code, enhanced].filter((each) => typeof each === 'string');
}
