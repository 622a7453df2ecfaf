import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { LINES, LONG, measureLoad, measureOpening, openBusyDesk, RATE } from './desk.ts';

const desk = await openBusyDesk();
after(() => desk.stop());

/** Multiples of what as many plain lines of text cost. */
const OPENING = 12;
/** The same for an event: where the plain lines cost 6.7 ms, the desk is then idle for half of the time. */
const EVENT = 0.75;

test(`a conversation of ${LONG} messages opens with its newest ${LINES} lines, no request for known ones, and at ${OPENING} times the cost of plain lines`, async (context) => {
	const { first, again, cost, plain, lines, requests } = await measureOpening(desk);
	context.diagnostic(
		`drawn after ${again.toFixed(0)} ms (at first after ${first.toFixed(0)} ms); ${cost.toFixed(1)} ms on a processor, plain lines ${plain.toFixed(1)} ms`,
	);
	assert.equal(lines, LINES);
	assert.equal(requests, 0);
	assert.ok(cost <= OPENING * plain, `${cost.toFixed(1)} ms, plain lines ${plain.toFixed(1)} ms`);
});

test(`${RATE} events a second, with a conversation of ${LONG} messages open, each cost at most ${EVENT} times as much as plain lines`, async (context) => {
	const { share, cost, plain } = await measureLoad(desk);
	context.diagnostic(
		`it works for ${(share * 100).toFixed(0)} % of the time: ${cost.toFixed(1)} ms for an event, plain lines ${plain.toFixed(1)} ms`,
	);
	assert.ok(cost <= EVENT * plain, `${cost.toFixed(1)} ms, plain lines ${plain.toFixed(1)} ms`);
});
