import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maskText } from '../../src/widget/features/sending/maskText.ts';

const CASES: readonly (readonly [claim: string, text: string, masked: string])[] = [
	['with spaces', 'It is 4242 4242 4242 4242, thanks', 'It is •••• •••• •••• 4242, thanks'],
	['with dashes', '4242-4242-4242-4242', '••••-••••-••••-4242'],
	['without either', 'a4242424242424242b', 'a••••••••••••4242b'],
	['with no-break spaces', '3782\u{A0}822463\u{A0}10005', '••••\u{A0}••••••\u{A0}•0005'],
	['with digits after it', '4242 4242 4242 4242 12/27', '•••• •••• •••• 4242 12/27'],
	['with digits before it', '12 4242 4242 4242 4242', '12 •••• •••• •••• 4242'],
	['after another', '4242424242424242 5555555555554444', '••••••••••••4242 ••••••••••••4444'],
	['of 13 digits', '4222222222222', '•••••••••2222'],
	['of 19 digits', '6304000000000000000', '•••••••••••••••0000'],
	['with a wrong checksum stays', '4242 4242 4242 4243', '4242 4242 4242 4243'],
	['of 12 digits stays', '424242424242', '424242424242'],
	['with two spaces is two numbers', '42424242  42424242', '42424242  42424242'],
	['in Arabic digits', '٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤٢', '•••• •••• •••• ٤٢٤٢'],
	['in full width', '４２４２４２４２４２４２４２４２', '••••••••••••４２４２'],
	['in bold', '𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐', '••••••••••••𝟒𝟐𝟒𝟐'],
	['with a wrong checksum in Arabic digits stays', '٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٣', '٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٣'],
	['within a longer number stays', '94242424242424242999999', '94242424242424242999999'],
];

for (const [claim, text, masked] of CASES) {
	test(`a card's number ${claim}`, () => assert.equal(maskText(text, ['cards']), masked));
}

test('letters and digits of what a pattern matches are masked, each time', () => {
	assert.equal(maskText('KD-123456 and KD-654321, not KD-12', ['KD-\\d{6}']), '••-•••••• and ••-••••••, not KD-12');
	assert.equal(maskText('Ä1 😀2', ['[Ä😀]\\d']), '•• 😀•');
	assert.equal(maskText('😀 KD-१२३', ['KD-\\d{3}']), '😀 ••-•••');
});

test('a long text of digits takes little time', () => {
	const start = performance.now();
	maskText('4'.repeat(10_000), ['cards']);
	maskText('4 '.repeat(5_000), ['cards']);
	assert.ok(performance.now() - start < 2_000);
});
