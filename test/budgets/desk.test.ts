import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { LINES, LONG, measureLoad, measureOpening, openBusyDesk, RATE } from './desk.ts';

const desk = await openBusyDesk();
after(() => desk.stop());

/** Multiples of what as many plain lines of text cost. */
const OPENING = 12;
/** How much of the time the main thread may work. */
const SHARE = 0.5;
/**
 * On a slower machine an event may cost that multiple of the plain lines instead, which take 6.7 ms
 * where that is the same.
 */
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

test(`${RATE} events a second leave the desk idle for half of the time, with a conversation of ${LONG} messages open`, async (context) => {
	const { share, cost, plain } = await measureLoad(desk);
	const told = `it works for ${(share * 100).toFixed(0)} % of the time: ${cost.toFixed(1)} ms for an event, plain lines ${plain.toFixed(1)} ms`;
	context.diagnostic(told);
	assert.ok(share <= SHARE || cost <= EVENT * plain, told);
});
