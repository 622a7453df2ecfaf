/** The list of countries, and the visitor's probable one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Country, findCountries, flagOf, nameCountries } from '../../src/widget/features/prechat/countries.ts';
import { guessCountry } from '../../src/widget/features/prechat/ownCountry.ts';
import { DIAL_CODES } from '../../src/widget/features/prechat/phones.ts';

const english = nameCountries(DIAL_CODES, 'en');
const codes = (countries: readonly Country[]) => countries.map(({ code }) => code);

test('nameCountries names and sorts every country in the interface language', () => {
	assert.ok(english.length > 240);
	assert.ok(english.every(({ code, name }) => name !== code && name !== ''));
	assert.equal(english[0]?.name, 'Afghanistan');
	assert.ok(nameCountries(DIAL_CODES, 'de').some(({ name }) => name === 'Österreich'));
	// Sorted between N and P, not after Z.
	const german = codes(nameCountries(DIAL_CODES, 'de'));
	assert.ok(german.indexOf('AT') < german.indexOf('PK') && german.indexOf('NO') < german.indexOf('AT'));
});

test('findCountries finds a country by part of its name, without accents, by its dial code and by its region', () => {
	assert.deepEqual(codes(findCountries(english, 'germ')), ['DE']);
	assert.deepEqual(codes(findCountries(english, 'cote')), ['CI']);
	assert.deepEqual(codes(findCountries(english, 'CÔTE')), ['CI']);
	assert.deepEqual(codes(findCountries(english, '+49')), ['DE']);
	assert.deepEqual(codes(findCountries(english, '49')), ['DE']);
	assert.ok(codes(findCountries(english, 'de')).includes('DE'));
	assert.deepEqual(findCountries(english, 'atlantis'), []);
	assert.equal(findCountries(english, ' ').length, english.length);
});

test('flagOf makes a flag of the two letters of a region', () => {
	assert.equal(flagOf('DE'), '🇩🇪');
	assert.equal(flagOf('BR'), '🇧🇷');
});

test('guessCountry goes by the time zone, and by the language where the zone is ambiguous or unknown', () => {
	const regions = [...DIAL_CODES.keys()];
	assert.equal(guessCountry(regions, 'Europe/Berlin', 'en-US'), 'DE');
	assert.equal(guessCountry(regions, 'America/Sao_Paulo', 'pt-BR'), 'BR');
	assert.equal(guessCountry(regions, 'Asia/Calcutta', 'en-IN'), 'IN');
	assert.equal(guessCountry(regions, 'UTC', 'de'), 'DE');
	assert.equal(guessCountry(regions, 'UTC', 'en-GB'), 'GB');
	assert.equal(guessCountry(regions, 'UTC', 'not a language'), undefined);
	assert.equal(guessCountry([], 'Europe/Berlin', 'de'), undefined);
});
