/** Numbers, names and texts as programs and keyboards of the world write them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isVisible } from '../../../src/protocol/base/isVisible.ts';
import { plainDigits } from '../../../src/protocol/base/plainDigits.ts';
import { validPhone } from '../../../src/server/domain/contacts/contactFacts.ts';
import { agentMail } from '../../../src/server/mail/agentMail.ts';
import { readPhone } from '../../../src/widget/features/prechat/phones.ts';

const WRITTEN = [
	'+491511234567',
	'+49 151 1234567',
	'+49-151-1234567',
	'+49 (0)151 1234567',
	'+49 (151) 123.45.67',
	'\u202A+49 151 1234567\u202C',
	'\u200E+491511234567\u200F',
	'\u2066+49\u00A0151\u202F1234567\u2069',
	'＋４９１５１１２３４５６７',
	'+٤٩١٥١١٢٣٤٥٦٧',
	'+۴۹۱۵۱۱۲۳۴۵۶۷',
	'+४९१५११२३४५६७',
];

test('a number is understood with marks of direction, signs between its digits, and digits of any script', () => {
	for (const written of WRITTEN) {
		assert.equal(validPhone(written), '+491511234567', JSON.stringify(written));
		assert.equal(readPhone(written, undefined).number, '+491511234567', JSON.stringify(written));
	}
	assert.equal(readPhone('\u202A０１５１ 1234567\u202C', 'DE').number, '+491511234567');
	for (const written of ['0151 1234567', 'call me', '+', '+49 151 1234567 x9', ''])
		assert.equal(validPhone(written), null);
	assert.equal(plainDigits('٠١٢٣٤٥٦٧٨٩ ０９'), '0123456789 09');
});

test('a text of which nothing is seen is no message', () => {
	for (const text of [
		'',
		' ',
		'\n\t',
		'\u200B',
		'\u2060',
		'\u3164',
		'\u115F',
		'\uFEFF',
		'\u00AD',
		'\u2800',
		'\0',
		'\u202E \u2069',
		'\uFE0F',
	])
		assert.equal(isVisible(text), false, JSON.stringify(text));
	for (const text of ['.', 'a\u200B', '😀', '👨‍👩‍👧', '❤️', 'ก', '·']) assert.equal(isVisible(text), true, text);
});

test('a name begins no paragraph of an agent’s mail, and turns no direction', () => {
	const { subject, text } = agentMail(
		'conversation_creation',
		{
			locale: 'en',
			visitor: 'Live Chat\n\nYour session has expired:\r\u2028https://evil.example/login',
			website: 'Shop\u202E\n\nelpmaxe',
			conversationUrl: 'https://chat.example/1',
			settingsUrl: 'https://chat.example/2',
		},
		[],
	);
	const line = 'New conversation with Live Chat Your session has expired: https://evil.example/login';
	assert.equal(subject, line);
	assert.equal(text.split('\n\n')[0], line);
	assert.match(text, /visitors of Shop elpmaxe and/);
	assert.doesNotMatch(text, /[\u202E\u2028]/);
});
