import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axisPlaces } from '../../src/desk/reports/axisPlaces.ts';

test('an axis begins at zero, reaches the largest value, and has few lines at round places', () => {
	assert.deepEqual(axisPlaces(5), [0, 1, 2, 3, 4, 5]);
	assert.deepEqual(axisPlaces(12), [0, 5, 10, 15]);
	assert.deepEqual(axisPlaces(32), [0, 10, 20, 30, 40]);
	assert.deepEqual(axisPlaces(1), [0, 0.2, 0.4, 0.6000000000000001, 0.8, 1]);
	for (let value = 0.001; value < 1e9; value *= 1.37) {
		const places = axisPlaces(value);
		const top = places.at(-1) ?? 0;
		assert.equal(places[0], 0);
		assert.ok(top >= value * (1 - 1e-9) && top <= value * 2.5, `${value}: ${places.join(' ')}`);
		assert.ok(places.length >= 3 && places.length <= 6, `${value}: ${places.join(' ')}`);
	}
});
