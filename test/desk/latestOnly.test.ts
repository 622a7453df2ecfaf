/** Answers that overtake each other. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { createStore } from 'jotai/vanilla';
import type { Availability } from '#protocol/entities/entities.ts';
import { labelsAtom, loadAccount } from '../../src/desk/account/account.ts';
import { actAs } from '../../src/desk/session/api.ts';
import { availabilityAtom, chooseAvailability } from '../../src/desk/session/availability.ts';
import { signIn } from '../../src/desk/session/session.ts';
import { PROFILE } from './samples.ts';

test('an older answer does not bring back an availability that was given up', async (t) => {
	const { store, choices, busy, offline } = await chooseTwice(t);
	offline.resolve(answerWith('offline'));
	await choices[1];
	busy.resolve(answerWith('busy'));
	await choices[0];
	assert.equal(store.get(availabilityAtom), 'offline');
});

test('an older answer is shown where the newer request fails', async (t) => {
	const { store, choices, busy, offline } = await chooseTwice(t);
	offline.resolve(new Response('', { status: 500 }));
	await assert.rejects(choices[1] ?? assert.fail());
	busy.resolve(answerWith('busy'));
	await choices[0];
	assert.equal(store.get(availabilityAtom), 'busy');
});

test('an older answer does not bring back labels that are gone', async (t) => {
	const answers = holdAnswers(t);
	const store = createStore();
	store.set(actAs, { accountId: 1 });
	const loads = [store.set(loadAccount), store.set(loadAccount)];
	const [inboxes, labels, teams, newerInboxes, newerLabels, newerTeams] = await untilAsked(answers, 6);
	newerInboxes?.resolve(answerOf({ payload: [] }));
	newerLabels?.resolve(answerOf({ payload: [{ title: 'kept' }] }));
	newerTeams?.resolve(answerOf([]));
	await loads[1];
	inboxes?.resolve(answerOf({ payload: [] }));
	labels?.resolve(answerOf({ payload: [{ title: 'kept' }, { title: 'removed' }] }));
	teams?.resolve(answerOf([]));
	await loads[0];
	assert.deepEqual(
		store.get(labelsAtom).map(({ title }) => title),
		['kept'],
	);
});

/** A signed-in agent who has become busy and then gone offline, with both answers held back. */
async function chooseTwice(t: TestContext) {
	const answers = holdAnswers(t);
	const store = createStore();
	const entered = store.set(signIn, 'session');
	const [profile] = await untilAsked(answers, 1);
	profile?.resolve(answerOf(PROFILE));
	await entered;
	const choices = (['busy', 'offline'] as const).map((availability) => store.set(chooseAvailability, availability));
	const [busy = assert.fail(), offline = assert.fail()] = await untilAsked(answers, 2);
	return { store, choices, busy, offline };
}

function answerWith(availability: Availability): Response {
	return answerOf({ ...PROFILE, accounts: [{ ...PROFILE.accounts[0], availability }] });
}

type Answers = PromiseWithResolvers<Response>[];

/** Holds the answers to all requests back, in the order in which they were asked for. */
function holdAnswers(t: TestContext): Answers {
	const answers: Answers = [];
	t.mock.method(globalThis, 'fetch', () => {
		const held = Promise.withResolvers<Response>();
		answers.push(held);
		return held.promise;
	});
	return answers;
}

/** Takes the answers once that many are asked for. */
async function untilAsked(answers: Answers, count: number): Promise<Answers> {
	while (answers.length < count) await new Promise(setImmediate);
	return answers.splice(0);
}

function answerOf(body: unknown): Response {
	return Response.json(body);
}
