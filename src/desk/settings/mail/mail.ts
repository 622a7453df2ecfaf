/** How the server sends mail, and a test of it. */
import { i18n } from '@lingui/core';
import { atom } from 'jotai/vanilla';
import { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import type { WaitingDeliveries } from '#protocol/application/deliveryRoutes.ts';
import { MAIL_RECORDS_TIME, MAIL_TEST_TIME, SEND_TIMEOUT } from '#protocol/base/limits.ts';
import type {
	MailboxCheck,
	MailChange,
	MailRecord,
	MailSetup,
	TestMailOutcome,
} from '#protocol/application/mailRoutes.ts';
import { isAborted, RequestError } from '#client/rest.ts';
import { account, call } from '../../session/api.ts';

interface MailState {
	setup: MailSetup;
	/** The account's mails that wait; undefined where none does. */
	waiting: WaitingDeliveries | undefined;
}

export const loadMail = atom(null, async (get): Promise<MailState> => {
	const params = account(get);
	const [setup, { payload }] = await Promise.all([
		call(get, applicationRoutes.showMailSetup, { params }),
		call(get, applicationRoutes.listWaitingDeliveries, { params }),
	]);
	return { setup, waiting: payload.find(({ receiver_type }) => receiver_type === 'mail') };
});

/** Answers how mail is set up then. Rejects with a RequestError. */
export const changeMail = atom(null, (get, _set, change: MailChange): Promise<MailSetup> =>
	call(get, applicationRoutes.changeMail, { params: account(get), body: change }),
);

/** What DNS should have for mail, and has. Rejects with a RequestError. */
export const loadMailRecords = atom(null, async (get): Promise<MailRecord[]> => {
	const request = { params: account(get) };
	const timeout = MAIL_RECORDS_TIME + SEND_TIMEOUT;
	return (await call(get, applicationRoutes.listMailRecords, request, { timeout })).records;
});

/** `TOO_MANY`: the server sends no more tests for now. */
export type TestProblem = 'TOO_MANY' | 'FAILED';

/** Mails a test to the agent. Rejects only where the agent has signed out since. */
export const sendTestMail = atom(null, (get): Promise<TestMailOutcome | TestProblem> => {
	const request = { params: account(get), body: { locale: i18n.locale } };
	return orProblem(call(get, applicationRoutes.sendTestMail, request, PATIENT));
});

/** Opens the mailbox from which answers are fetched; as `sendTestMail`. */
export const checkMailbox = atom(null, (get): Promise<MailboxCheck | TestProblem> =>
	orProblem(call(get, applicationRoutes.checkMailbox, { params: account(get) }, PATIENT)),
);

const PATIENT = { timeout: MAIL_TEST_TIME + SEND_TIMEOUT };

async function orProblem<T>(asked: Promise<T>): Promise<T | TestProblem> {
	try {
		return await asked;
	} catch (error) {
		if (isAborted(error)) throw error;
		console.error(error);
		return error instanceof RequestError && error.status === 429 ? 'TOO_MANY' : 'FAILED';
	}
}
