/**
 * Whether nothing is spared: `.ci/run` sets it. Without it `npm test` leaves out what costs much
 * processor time and shows little more (test/README.md).
 */
export const isComplete = process.env['TEST_COMPLETE'] === 'on';
