import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCustomProperties } from '#protocol/frame/customProperties.ts';

test('each line is one property, with one value for both schemes or one for each', () => {
	const text = `
		--lcw-color: #2F5D62;
		--lcw-surface: light-dark(#fffdf9, rgb(28 26 23 / 90%))
		--lcw-text : hsl(30, 10%, 15%) ;

		--lcw-font: "Brand Sans", Überschrift, sans-serif;
		--lcw-radius: 12.5px`;
	const shared = {
		color: '#2F5D62',
		text: 'hsl(30, 10%, 15%)',
		font: '"Brand Sans", Überschrift, sans-serif',
		radius: '12.5px',
	};
	assert.deepEqual(readCustomProperties(text), {
		themes: {
			light: { ...shared, surface: '#fffdf9' },
			dark: { ...shared, surface: 'rgb(28 26 23 / 90%)' },
		},
	});
	assert.deepEqual(readCustomProperties('').themes, { light: {}, dark: {} });
});

test('what is no such line is named with its number, whatever it would load, end or run', () => {
	for (const line of [
		'--lcw-width: 400px',
		'--lcw-font-src: url(https://fonts.example/a.woff2)',
		'--lcw-constructor: #fff',
		'color: #fff',
		'@import "https://evil.example/a.css";',
		'} body { display: none',
		'--lcw-color: #fff; --lcw-text: #000',
		'--lcw-color: #fffff',
		'--lcw-color: url(https://evil.example)',
		'--lcw-color: var(--x)',
		'--lcw-color: expression(alert(1))',
		'--lcw-color: light-dark(#fff)',
		'--lcw-color:',
		'--lcw-font: x} body {display:none',
		'--lcw-font: url(x)',
		'--lcw-font: \\0041',
		'--lcw-radius: calc(1px)',
		'--lcw-radius: 1em',
		'/* a comment */',
	])
		assert.deepEqual(
			readCustomProperties(`--lcw-radius: 4px\n${line}\n--lcw-text: #000`).wrong,
			{ number: 2, written: line },
			line,
		);
});

test('a long line takes no long time', () => {
	for (const value of ['rgb(', 'light-dark(#fff', '#', 'a ', '" '].map((part) => part.repeat(20_000))) {
		const began = performance.now();
		readCustomProperties(`--lcw-color: ${value}\n--lcw-font: ${value};;`);
		assert.ok(performance.now() - began < 1_000, value.slice(0, 8));
	}
});
