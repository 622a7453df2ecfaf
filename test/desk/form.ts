/** The forms of the settings, as a person meets them. */
import assert from 'node:assert/strict';
import { press } from '../support/browser/input.ts';
import { until } from './page.ts';

export function field<E extends HTMLElement = HTMLInputElement>(name: string): E {
	return document.querySelector<E>(`main [name=${name}]`) ?? assert.fail(`no field ${name}`);
}

/** Waits for the form that has the field. */
export function seeField<E extends HTMLElement = HTMLInputElement>(name: string): Promise<E> {
	return until(() => document.querySelector<E>(`main [name=${name}]`));
}

/** What is said beside the field to be wrong. */
export function errorOf(name: string): string {
	const ids = field(name).getAttribute('aria-describedby')?.split(' ') ?? [];
	return ids
		.filter((id) => id.endsWith('-error'))
		.map((id) => document.getElementById(id)?.textContent)
		.join('');
}

export function save(): Promise<void> {
	return press({ selector: 'main [type=submit]' });
}

/** Waits until the page says what has become of the form, such as `Saved`. */
export async function seeNotice(notice: string): Promise<void> {
	await until(() => document.querySelector('main [role=status]')?.textContent === notice);
}
